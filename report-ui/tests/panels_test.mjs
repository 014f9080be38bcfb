// The panels that compare, forecast and prune fill.
import assert from 'node:assert/strict';
import {makePage, pageTest} from './browser.mjs';
import {FAILURE, madePanels} from './made_panels.mjs';
import {madeResult} from './made_result.mjs';

const SIZE = 10;
const result = madeResult({size: SIZE});
const panels = madePanels(result);
const path = makePage(result, panels);

const cells = (page, part, n) =>
  page.$$eval(`${part} tbody tr > :nth-child(${n})`, (all) => all.map((cell) => cell.textContent));
const noted = (page) => page.$eval('#comparison-note', (note) => Number(note.dataset.edges));

pageTest('each edge has its rank by each method, most agreed first', path, async (page) => {
  const rows = await page.$$eval('[aria-label="Table of edges by method"] tbody tr', (all) =>
    all.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  assert.equal(rows.length, 40);
  panels.compare.edges.slice(0, 40).forEach((edge, i) => {
    const view = ({rank, found}) => (found ? `● ${rank} in its graph` : String(rank));
    assert.deepEqual(
      rows[i],
      [
        `${edge.source} → ${edge.target}`,
        `${edge.agree} of 2`,
        view(edge.methods.m2c),
        view(edge.methods.var),
        String(Number(edge.mean_rank.toPrecision(3))),
        edge.truth ? 'yes' : 'no',
      ],
      `row ${i}`,
    );
  });
  const every = panels.compare.edges.filter((edge) => edge.agree === 2).length;
  const some = panels.compare.edges.filter((edge) => edge.agree === 1).length;
  const sentence = new RegExp(
    `f 90 possible edges ${every} are in the graph of every one of 2 methods, ${some} in some`,
  );
  assert.match(await page.textContent('#comparison .lead'), sentence);
  assert.match(await page.textContent('#summary'), sentence);
  const methods = await page.textContent('[aria-label="Table of methods"]');
  for (const text of [`failed: ${FAILURE}`, 'rule of var', '1.5 seconds']) assert.ok(methods.includes(text), text);
});

pageTest('the matrix sorts by a method, and is filtered by name and by agreement', path, async (page) => {
  const table = '[aria-label="Table of edges by method"]';
  await page.click(`${table} [data-column=var]`);
  const ranks = (await cells(page, table, 4)).map((text) => parseInt(text.replace('● ', ''), 10));
  assert.deepEqual(
    ranks,
    Array.from({length: 40}, (_, i) => i + 1),
  );
  assert.equal(await page.getAttribute(`${table} th:nth-child(4)`, 'aria-sort'), 'ascending');
  const agreed = (least, most) =>
    panels.compare.edges.filter((edge) => edge.agree >= least && edge.agree <= most).length;
  await page.selectOption('#comparison select', 'every');
  assert.equal(await noted(page), agreed(2, 2));
  await page.selectOption('#comparison select', 'some');
  assert.equal(await noted(page), agreed(1, 1));
  await page.selectOption('#comparison select', 'all');
  await page.fill('#search', 'v7');
  await page.waitForTimeout(100);
  assert.equal(await noted(page), 2 * (SIZE - 1));
});

pageTest('an edge is chosen in the matrix, and marked there when chosen elsewhere', path, async (page) => {
  const table = '[aria-label="Table of edges by method"]';
  const [first, second] = panels.compare.edges;
  await page.focus(`${table} tbody tr:first-child button`);
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#detail h3'), new RegExp(`^${first.source} → ${first.target}$`));
  const chosen = () => page.$$eval(`${table} tr.chosen`, (rows) => rows.map((row) => row.cells[0].textContent));
  await page.waitForTimeout(100);
  assert.deepEqual(await chosen(), [`${first.source} → ${first.target}`]);
  const place = result.edges
    .filter((edge) => edge.found)
    .findIndex((e) => e.source === second.source && e.target === second.target);
  await page.locator('#edges tbody button').nth(place).click();
  await page.waitForTimeout(100);
  assert.deepEqual(await chosen(), [`${second.source} → ${second.target}`]);
});

pageTest('each series goes on with its mean and its intervals', path, async (page) => {
  await page.setViewportSize({width: 1280, height: 9000});
  await page.waitForSelector('#forecast figure:last-child .line.next');
  assert.equal(await page.locator('#forecast figure').count(), SIZE);
  assert.equal(await page.locator('#forecast figure .line.past').count(), SIZE);
  assert.equal(await page.locator('#forecast figure .band.next').count(), 2 * SIZE);
  assert.match(await page.textContent('#forecast .lead'), /next 10 steps after row 1,000.*50 % and 90 %/);
  const row = panels.forecast.rows[0];
  const text = (value) => String(Number(value.toPrecision(3)));
  const expected = `Next ${text(row.mean)} (${text(row.quantiles[0])} to ${text(row.quantiles[4])}); in 10 steps`;
  const label = await page.getAttribute('#forecast figure:first-child svg', 'aria-label');
  assert.ok(label.startsWith(`Forecast of v1. ${expected}`), label);
  assert.ok((await page.textContent('#forecast figure:first-child')).includes(expected));
  // What was not observed is a gap, not a line through it: two pieces.
  const pieces = (n) =>
    page.$eval(`#forecast figure:nth-child(${n}) .past`, (line) => line.getAttribute('d').split('M').length - 1);
  assert.deepEqual([await pieces(1), await pieces(2)], [1, 2]);
  // The band ends where the last quantiles are.
  const ends = await page.$eval('#forecast figure:first-child .band.next', (band) => {
    const box = band.getBBox();
    return [box.width > 20, box.height > 20];
  });
  assert.deepEqual(ends, [true, true]);
  await page.fill('#search', 'v10');
  assert.equal(await page.locator('#forecast figure').count(), 1);
});

pageTest('the backtest grades every forecaster on every variable', path, async (page) => {
  const table = '[aria-label="Table of backtest by variable"]';
  assert.equal(await page.locator(`${table} tbody tr`).count(), 3 * SIZE);
  await page.click(`${table} [data-column=MSE]`);
  const errors = (await cells(page, table, 3)).map(Number);
  assert.deepEqual(
    errors,
    [...errors].sort((a, b) => a - b),
  );
  const means = await cells(page, '[aria-label="Table of backtest means"]', 2);
  assert.deepEqual(
    means.map(Number),
    ['model', 'naive', 'var'].map((name) => Number(panels.backtest[name].mean.mse.toPrecision(3))),
  );
  assert.match(await page.textContent('#backtest .lead'), /last 200 rows.*90 % interval/);
});

pageTest('pruning has a bar for each variable, and names the fits that failed', path, async (page) => {
  await page.setViewportSize({width: 1280, height: 9000});
  const table = '[aria-label="Table of pruning"]';
  assert.match(await page.textContent('#pruning .tiles'), /63.6 %.*−12.5 %/);
  assert.match(await page.textContent('#pruning .warning'), /1 of 10 variables has no error.*: v2$/);
  assert.ok((await page.textContent(`${table} tbody tr:nth-child(2)`)).includes(`with the causes failed: ${FAILURE}`));
  const bars = await page.$$eval(`${table} .meter.signed`, (all) =>
    all.map((meter) => {
      const bar = meter.querySelector('.bar');
      return bar && {x: Number(bar.getAttribute('x')), width: Number(bar.getAttribute('width'))};
    }),
  );
  panels.pruning.rows.forEach(({mse_reduction_percent: percent}, v) => {
    assert.deepEqual(
      bars[v],
      percent === null ? null : {x: percent < 0 ? percent : 0, width: Math.abs(percent)},
      `variable ${v + 1}`,
    );
  });
  await page.click(`${table} [data-column="MSE-R %"]`);
  assert.equal((await cells(page, table, 3)).at(-1), '–', 'the unknown one stands last');
});

pageTest(
  'panels fit a phone, and are on paper',
  path,
  async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({media: 'print'});
    assert.equal(await page.locator('#forecast .line.next').count(), SIZE);
    assert.equal(await page.isVisible('#comparison .controls'), false);
    assert.equal(await page.isVisible('#comparison .more-rows'), false);
    assert.equal(await page.isVisible('#pruning .meter >> nth=0'), true);
  },
  {viewport: {width: 375, height: 700}},
);

pageTest('without them the page has no such parts', makePage(result), async (page) => {
  assert.equal(await page.locator('#comparison, #forecast, #pruning').count(), 0);
  assert.doesNotMatch(await page.textContent('nav'), /Forecast|Pruning|agree/);
});

pageTest('a result that holds a forecast shows it', makePage({...result, forecast: panels.forecast}), async (page) =>
  assert.equal(await page.locator('#forecast figure').count(), SIZE),
);
