// Pictures of a page to look at: node pictures.mjs PAGE FOLDER. The whole page at desktop and phone width, light and dark, and its
// graph with the strongest edge selected.
import {mkdirSync} from 'node:fs';
import {resolve} from 'node:path';
import {chromium} from 'playwright-core';

const [page, folder] = process.argv.slice(2);
if (!page || !folder) throw new Error('usage: node pictures.mjs PAGE FOLDER');
mkdirSync(folder, {recursive: true});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
for (const [name, width, height] of [
  ['desktop', 1280, 1020],
  ['phone', 375, 812],
]) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({viewport: {width, height}, colorScheme, offline: true});
    const tab = await context.newPage();
    await tab.goto(`file://${resolve(page)}`);
    await tab.waitForSelector('html[data-ready]');
    await tab.$eval('#edges tbody button', (first) => first.click());
    await tab.$eval('#graph', (part) => part.scrollIntoView());
    await tab.waitForTimeout(500);
    await tab.screenshot({path: `${folder}/${name}-${colorScheme}-graph.png`});
    const whole = await tab.evaluate(() => document.documentElement.scrollHeight);
    await tab.setViewportSize({width, height: whole});
    await tab.waitForTimeout(500);
    await tab.screenshot({path: `${folder}/${name}-${colorScheme}.png`});
    await context.close();
  }
}
await browser.close();
