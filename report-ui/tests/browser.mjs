// A real browser on a real page: made by the program, opened from disk with the network off. Whatever the browser complains
// about fails the test.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';

const SKIPPED = 77; // what ctest takes for "skipped"
const PROGRAM = process.env.MASK2CAUSE;
const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

export function run(...args) {
  return spawnSync(PROGRAM, args, {encoding: 'utf8', maxBuffer: 1 << 28});
}

if (!BROWSER) skip('there is no chromium (tools/setup.sh chromium installs it)');
if (run('report', 'x').stderr.includes('built without its report page'))
  skip('the program was built without its report page');

const {chromium} = await import('playwright-core');
const folder = mkdtempSync(join(tmpdir(), 'mask2cause-page-'));
const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : []; // root must do without
// Containers have little shared memory, and no graphics card.
const plain = ['--disable-dev-shm-usage', '--disable-gpu'];
const browser = await chromium.launch({executablePath: BROWSER, args: [...plain, ...sandbox]});
after(async () => {
  await browser.close();
  rmSync(folder, {recursive: true, force: true});
});

let made = 0;

// The page that the program makes of a result, an object, and of what goes to its flags, such as {compare: object}; returns
// its path.
export function makePage(result, panels = {}) {
  const name = join(folder, `page-${++made}`);
  const write = (file, content) => {
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const flags = Object.entries(panels).flatMap(([flag, content]) => [
    `--${flag}`,
    write(`${name}-${flag}.json`, content),
  ]);
  const done = run('report', write(`${name}.json`, result), ...flags, '-o', `${name}.html`);
  assert.equal(done.status, 0, done.stderr);
  return `${name}.html`;
}

async function open(path, options, complaints) {
  const context = await browser.newContext({
    viewport: {width: 1280, height: 900},
    offline: true,
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== `file://${path}`) complaints.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.goto(`file://${path}`);
  await page
    .waitForSelector('html[data-ready]')
    .catch(() => assert.fail(`the page does not come up: ${complaints.join('; ')}`));
  return page;
}

// A test that has the page open and ends with: the browser did not complain.
export function pageTest(name, path, act, options = {}) {
  test(name, async () => {
    const complaints = [];
    const page = await open(typeof path === 'function' ? path() : path, options, complaints);
    try {
      await act(page);
      await page.waitForTimeout(50);
      assert.deepEqual(complaints, []);
    } finally {
      await page.context().close();
    }
  });
}

// What the views say they show.
export async function shownEdges(page) {
  await page.waitForTimeout(100); // views draw once per frame
  const number = (selector) => page.$eval(selector, (element) => Number(element.dataset.edges));
  return {
    toolbar: await page.$eval('#edge-count', (element) =>
      Number(element.textContent.split(' ')[0].replaceAll(',', '')),
    ),
    graph: await number('#graph-note'),
    table: await number('#table-note'),
    heat: await number('#heat-note'),
  };
}
