// Names of variables are anything. None runs, none breaks the page, none pushes the layout out of the window.
import assert from 'node:assert/strict';
import {makePage, pageTest} from './browser.mjs';
import {madePanels} from './made_panels.mjs';
import {madeResult} from './made_result.mjs';

const NAMES = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '<img src=x onerror=alert(3)>',
  '"quotes" and \'quotes\'',
  '--><!-- ]]>',
  'emoji 😀👩‍👩‍👧',
  'שלום עולם',
  '\u202eright to left',
  'x'.repeat(10000),
  'two\nlines',
  '',
  '   ',
  '${alert(4)}',
  '&lt;b&gt;',
  '__proto__',
  'javascript:alert(5)',
];
const made = madeResult({names: NAMES});
const path = makePage(
  {
    ...made,
    data: {source: '<b>bold</b>.csv', rows: 10, trajectories: 1},
    command: '</script><script>alert(6)</script>',
    warnings: ['<i>careful</i>'],
    excluded: ['<u>'],
    checks: [{name: '<s>', variables: NAMES, finding: '<script>alert(7)</script>', remedy: '<a href=x>'}],
  },
  madePanels(made, {methods: ['<img src=x onerror=alert(8)>', '__proto__'], failure: '<script>alert(9)</script>'}),
);

async function fitsTheWindow(page) {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(widths[0] <= widths[1], `the page is ${widths[0]} wide in a window of ${widths[1]}`);
}

async function visitEverything(page) {
  await page.check('input[name=show][value=all]', {force: true});
  for (let variable = 0; variable < NAMES.length; ++variable) {
    await page.evaluate(
      (place) => void document.querySelector('.graph-box')._cyreg.cy.getElementById(`n${place}`).emit('tap'),
      variable,
    );
    await fitsTheWindow(page);
  }
  const rows = await page.$$('#edges tbody tr button');
  for (const row of rows.slice(0, 60)) await row.evaluate((button) => button.click());
  for (const name of ['<script>', 'x', 'שלום', '']) {
    await page.fill('#search', name);
    await page.keyboard.press('Enter');
  }
  await page.fill('#search', '');
  for (const part of ['comparison', 'forecast', 'pruning'])
    for (const link of await page.$$(`#${part} button`)) await link.evaluate((button) => button.click());
  await page.hover('canvas.matrix');
  await fitsTheWindow(page);
}

for (const [width, label] of [
  [1280, 'desktop'],
  [375, 'phone'],
]) {
  pageTest(
    `hostile names, ${label}`,
    path,
    async (page) => {
      await visitEverything(page);
      assert.equal(
        await page.evaluate(
          () => document.querySelectorAll('main script, main img, main i[onerror], main b > script').length,
        ),
        0,
      );
      assert.equal(await page.evaluate(() => document.scripts.length), 2);
    },
    {viewport: {width, height: 800}},
  );
}

pageTest('a name is shown as it is, a long one cut, an empty one named', path, async (page) => {
  const labels = await page.evaluate(() =>
    document
      .querySelector('.graph-box')
      ._cyreg.cy.nodes()
      .map((node) => node.data('label')),
  );
  assert.equal(labels[0], '<script>alert(1)<…');
  assert.equal(labels[6], 'שלום עולם');
  assert.equal(labels[7], '·right to left');
  assert.equal(labels[9], 'two⏎lines');
  assert.equal(labels[10], '(no name)');
  assert.ok(
    labels.every((label) => label.length <= 24),
    labels.find((label) => label.length > 24),
  );
  const rows = await page.$$eval('#edges tbody tr', (all) => all.map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.max(...rows) < 100, `a row is ${Math.max(...rows)} high`);
});
