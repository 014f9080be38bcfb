// Puts the page together.
import {readData} from './data';
import {dataView} from './series';
import {comparison} from './comparison';
import {detail} from './detail';
import {el, section} from './dom';
import {forecast} from './forecast';
import {graphView} from './graph';
import {heatMap} from './heatmap';
import {histogram} from './histogram';
import {methods} from './methods';
import {nameElement, short} from './names';
import {pruning} from './pruning';
import {State, type App} from './state';
import {summary} from './summary';
import {table} from './table';
import {startTheme, systemTheme, themeSwitch} from './theme';
import {toolbar} from './toolbar';
import {training} from './training';

const data = readData(document.getElementById('page-data')!.textContent!);
const state = new State(data, systemTheme());
startTheme(state);
const app: App = {data, state};

const graph = graphView(app);
const sections = [
  summary(app),
  section('graph', 'Graph', null, el('div', {class: 'graph-and-detail'}, graph.element, detail(app))),
  table(app),
  comparison(app),
  heatMap(app),
  histogram(app),
  training(data),
  forecast(app),
  pruning(app),
  dataView(app),
  methods(data),
].filter((part): part is HTMLElement => part !== null);
const links = sections.map((part) => el('a', {href: `#${part.id}`}, part.querySelector('h2')!.textContent));

document.title = `What drives what in ${short(data.source || 'the data', 60)}`;
document.body.append(
  el('a', {class: 'skip', href: '#summary'}, 'Skip to the summary'),
  el(
    'header',
    {class: 'page-head'},
    el('h1', {}, 'What drives what in ', nameElement(data.source || 'the data', 60)),
    el('nav', {'aria-label': 'Parts of this page'}, ...links),
    themeSwitch(app),
  ),
  toolbar(app),
  el('main', {}, ...sections),
  el('footer', {}, `Made by mask2cause ${data.version}. This page is one file: it loads nothing and sends nothing.`),
);
graph.start();
performance.mark('ready');
document.documentElement.dataset['ready'] = 'true';
