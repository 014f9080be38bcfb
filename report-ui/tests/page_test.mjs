// What a reader does with the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {makePage, pageTest, shownEdges} from './browser.mjs';
import {madeResult} from './made_result.mjs';

const SIZE = 10;
const result = madeResult({size: SIZE});
const found = result.edges.filter((edge) => edge.found).length;
const path = makePage(result);

async function moveSlider(page, position) {
  await page.$eval(
    '#threshold',
    (slider, value) => {
      slider.value = value;
      slider.dispatchEvent(new Event('input', {bubbles: true}));
    },
    String(position),
  );
}

pageTest('shows the final graph at first', path, async (page) => {
  assert.match(await page.title(), /made data\.csv/);
  assert.deepEqual(new Set(Object.values(await shownEdges(page))), new Set([found]));
});

pageTest('the slider acts on every view alike', path, async (page) => {
  const highest = result.edges[0].score;
  for (const position of [300, 700, 850, 1000, 0]) {
    await moveSlider(page, position);
    const threshold = position === 1000 ? highest : (highest * position) / 1000;
    const expected = result.edges.filter((edge) => edge.found && edge.score >= threshold).length;
    assert.deepEqual(new Set(Object.values(await shownEdges(page))), new Set([expected]), `at ${position}`);
  }
});

pageTest('so does the switch of what is shown', path, async (page) => {
  for (const [choice, expected] of [
    ['all', SIZE * (SIZE - 1)],
    ['fdr', result.edges.filter((edge) => edge.q <= 0.1).length],
    ['graph', found],
  ]) {
    await page.check(`input[name=show][value=${choice}]`, {force: true});
    assert.deepEqual(new Set(Object.values(await shownEdges(page))), new Set([expected]), choice);
  }
});

pageTest('columns sort, and sort the other way', path, async (page) => {
  const column = (n) =>
    page.$$eval(`#edges tbody tr > :nth-child(${n})`, (cells) => cells.map((cell) => cell.textContent));
  await page.click('#edges [data-column=Nats]');
  const nats = (await column(4)).map(Number);
  assert.deepEqual(
    nats,
    [...nats].sort((a, b) => b - a),
  );
  await page.click('#edges [data-column=Nats]');
  assert.deepEqual((await column(4)).map(Number), [...nats].reverse());
  await page.click('#edges [data-column=Source]');
  assert.deepEqual((await column(1)).slice(0, 3), ['v1', 'v1', 'v2']);
  assert.equal(await page.getAttribute('#edges th:first-child', 'aria-sort'), 'ascending');
});

pageTest('the search finds a variable, and shows its causes and effects', path, async (page) => {
  await page.fill('#search', 'V7');
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#detail h3'), /^v7$/);
  const text = await page.textContent('#detail');
  assert.match(text, /Causes \(2\).*Effects \(2\)/s);
  assert.equal((await shownEdges(page)).table, 4);
  await page.fill('#search', 'nobody');
  assert.match(await page.textContent('#search-matches'), /no such variable/);
  assert.equal((await shownEdges(page)).table, 0);
});

pageTest('the graph shows the neighbourhood of a variable, and comes back', path, async (page) => {
  const drawn = () => page.evaluate(() => document.querySelector('.graph-box')._cyreg.cy.nodes().length);
  const place = () =>
    page.evaluate(() => document.querySelector('.graph-box')._cyreg.cy.getElementById('n6').position());
  const before = await place();
  await page.fill('#search', 'v7');
  await page.keyboard.press('Enter');
  await page.check('#neighbourhood');
  assert.equal((await shownEdges(page)).graph, 4);
  assert.equal(await drawn(), 5);
  await page.uncheck('#neighbourhood');
  assert.equal((await shownEdges(page)).graph, found);
  assert.equal(await drawn(), SIZE);
  assert.deepEqual(await place(), before);
});

pageTest('hovering over an edge shows its card', path, async (page) => {
  await page.locator('.graph-box').scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const at = await page.evaluate(() => {
    const box = document.querySelector('.graph-box');
    const middle = box._cyreg.cy.edges()[0].renderedMidpoint();
    const corner = box.getBoundingClientRect();
    return {x: corner.left + middle.x, y: corner.top + middle.y};
  });
  await page.mouse.move(at.x, at.y);
  await page.mouse.move(at.x + 0.5, at.y);
  await page.waitForSelector('.card:not([hidden])');
  assert.match(await page.textContent('.card'), /nats.*found by \d of 9 networks.*interval/);
});

pageTest('an edge has its details', path, async (page) => {
  await page.click('#edges tbody tr:first-child button');
  const text = await page.textContent('#detail');
  for (const word of ['Effect by lag', 'Directed information', 'Stability', 'Sign', 'Acts on', 'In the true graph'])
    assert.ok(text.includes(word), word);
  await page.locator('#detail').scrollIntoViewIfNeeded();
  await page.waitForSelector('#detail .chart .bar');
  assert.equal(await page.locator('#detail .chart .bar').count(), 3);
});

pageTest('the heat map is walked by arrow keys and orders its variables', path, async (page) => {
  await page.focus('canvas.matrix');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.textContent('#heat-map .unseen'), /^v1 → v2: score/);
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('#detail h3'), /v1 → v2/);
  for (const order of ['cluster', 'name', 'file']) await page.selectOption('#heat-map select', order);
});

pageTest('edges are downloaded as CSV', path, async (page) => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download CSV')]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, found + 1);
  assert.match(lines[0], /^source,target,score,found,nats,/);
});

pageTest('the tab key goes through the page from top to bottom', path, async (page) => {
  const seen = [];
  for (let press = 0; press < 26; ++press) {
    await page.keyboard.press('Tab');
    seen.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at.id || at.getAttribute('href') || at.value || at.classList[0] || at.textContent.slice(0, 20);
      }),
    );
  }
  const order = ['#summary', '#graph', 'theme-switch', 'graph', 'threshold', 'search', 'graph-box'].map((name) =>
    seen.lastIndexOf(name),
  );
  assert.ok(
    order.every((place) => place >= 0),
    `${seen}`,
  );
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
    `${seen}`,
  );
});

pageTest('the slider and the switch work from the keyboard', path, async (page) => {
  await page.focus('#threshold');
  await page.keyboard.press('End');
  assert.equal((await shownEdges(page)).table, 1);
  await page.keyboard.press('Home');
  await page.focus('input[name=show]:checked');
  await page.keyboard.press('ArrowLeft');
  assert.equal((await shownEdges(page)).table, SIZE * (SIZE - 1));
});

const background = (page) =>
  page.evaluate(() =>
    getComputedStyle(document.body)
      .backgroundColor.match(/\d+/g)
      .slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0),
  );

pageTest(
  'dark when the system is dark, and by the switch',
  path,
  async (page) => {
    assert.ok((await background(page)) < 200);
    await page.click('.theme-switch');
    assert.ok((await background(page)) > 600);
    await page.emulateMedia({colorScheme: 'light'});
    await page.click('.theme-switch');
    assert.ok((await background(page)) < 200);
  },
  {colorScheme: 'dark'},
);

pageTest('light when the system is light', path, async (page) => assert.ok((await background(page)) > 600), {
  colorScheme: 'light',
});

pageTest(
  'nothing is wider than a phone',
  path,
  async (page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  },
  {viewport: {width: 375, height: 700}, hasTouch: true, isMobile: true},
);

pageTest('the graph fits a window that was made narrow', path, async (page) => {
  await page.setViewportSize({width: 375, height: 700});
  await page.waitForFunction(() => {
    const box = document.querySelector('.graph-box');
    const drawn = box._cyreg.cy.elements().renderedBoundingBox();
    return drawn.x1 >= 0 && drawn.x2 <= box.clientWidth && drawn.w > box.clientWidth / 2;
  });
});

pageTest('prints: no controls, all of the table', path, async (page) => {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.ok((await page.locator('#training .line').count()) > 0, 'what was never in view is drawn');
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.isVisible('.toolbar'), false);
  assert.equal(await page.$eval('#edges .table-box', (box) => box.scrollHeight <= box.clientHeight), true);
});

pageTest(
  'a result of a method that trains nothing, without truth or series',
  makePage({
    names: ['a', 'b'],
    scores: [
      [0, 0.5],
      [0.25, 0],
    ],
    edges: [
      {source: 'b', target: 'a', score: 0.5},
      {source: 'a', target: 'b', score: 0.25},
    ],
  }),
  async (page) => {
    assert.match(await page.textContent('#summary'), /No pair passes the rule/);
    assert.equal(await page.locator('#training').count(), 0);
  },
);

pageTest('every view draws', path, async (page) => {
  const drawn = (selector) => page.locator(selector).count();
  await page.setViewportSize({width: 1280, height: 8000});
  await page.waitForSelector('#training .line');
  assert.equal(await drawn('#heat-map canvas'), 2);
  assert.equal(await drawn('#heat-map .chart .dot'), 2);
  assert.ok((await drawn('#histogram .bar')) > 10);
  assert.equal(await drawn('#training figure'), 3);
  assert.equal(await drawn('#training figure:nth-child(1) .line'), 2);
  assert.equal(await drawn('#training figure:nth-child(2) .line'), 4);
  assert.equal(await drawn('#training figure:nth-child(3) .band'), 2);
  assert.equal(await drawn('#data .series-card'), SIZE);
  assert.equal(await drawn('#data .gap'), 4);
  const methods = await page.textContent('#methods');
  for (const text of [result.command, result.data.fingerprint, 'mask2cause 0.0.0', 'because the data say so'])
    assert.ok(methods.includes(text), text);
  const summary = await page.textContent('#summary');
  for (const text of ['10 variables', '12 cells', 'a warning to be read', 'found by'])
    assert.ok(summary.includes(text), text);
  assert.equal(await drawn('#summary .findings li'), 3);
});

pageTest('a click into the histogram moves the threshold', path, async (page) => {
  await page.locator('#histogram').scrollIntoViewIfNeeded();
  await page.locator('#histogram .chart').click({position: {x: 700, y: 100}});
  const shown = await shownEdges(page);
  assert.ok(shown.table > 0 && shown.table < found, `${shown.table}`);
  assert.deepEqual(new Set(Object.values(shown)), new Set([shown.table]));
});

pageTest('edges are copied as CSV', path, async (page) => {
  await page.click('text=Copy as CSV');
  await page.waitForFunction(
    (rows) => document.querySelector('#edges [role=status]').textContent === `${rows} rows copied`,
    found,
  );
});

pageTest('a result without variables', makePage({names: [], scores: []}), async (page) => {
  await page.setViewportSize({width: 1280, height: 5000});
  await page.waitForTimeout(200);
  assert.equal((await shownEdges(page)).table, 0);
});
