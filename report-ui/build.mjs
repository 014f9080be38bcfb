// Bundles src/ into one HTML page without its data: node build.mjs PAGE. The program puts the data in the place of the mark.
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

const DATA_MARK = '@MASK2CAUSE_DATA@';

async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    charset: 'utf8',
    legalComments: 'none',
    target: ['es2020', 'chrome100', 'firefox100', 'safari15'],
    ...options,
  });
  return {text: result.outputFiles[0].text.trim(), inputs: Object.keys(result.metafile.inputs)};
}

// The licences of the packages that went into the page, as they ask for.
function licences(inputs) {
  const packages = [
    ...new Set(inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean)),
  ].sort();
  const texts = new Map();
  for (const name of packages) {
    const path = ['LICENSE', 'LICENSE.md', 'license'].map((file) => `node_modules/${name}/${file}`).find(existsSync);
    if (!path) throw new Error(`${name} has no licence file`);
    const text = readFileSync(path, 'utf8').trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  const all = [...texts].map(([text, names]) => `${names.join(', ')}:\n${text}`).join('\n\n');
  return `This page contains the following packages.\n\n${all.replace(/--+>?/g, '-')}`;
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function page(script, style, notices) {
  for (const [text, end] of [
    [script, /<\/script|<!--/i],
    [style, /<\/style/i],
    [script + style, /@MASK2CAUSE_DATA@/],
  ]) {
    if (end.test(text)) throw new Error(`the bundle holds ${end}, which would end its element`);
  }
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="mask2cause">
<meta name="referrer" content="no-referrer">
<title>Mask2Cause report</title>
<!--
${notices}
-->
<style id="__________cytoscape_stylesheet">${style}</style>
</head>
<body>
<noscript>This page draws its graph and tables with a script that is part of it. Allow scripts for this file to see them.</noscript>
<script id="page-data" type="application/json">${DATA_MARK}</script>
<script>${script}</script>
</body>
</html>
`;
}

const target = process.argv[2];
if (!target) throw new Error('usage: node build.mjs PAGE');
const script = await bundle('src/main.ts', {format: 'iife'});
const style = await bundle('src/style/page.css');
writeFileSync(target, page(script.text, style.text, licences(script.inputs)));
