// Light or dark: as the system says until the reader chooses; printed pages are always light.
import {button} from './dom';
import type {App, Shared, State} from './state';

type Theme = Shared['theme'];
const dark = window.matchMedia('(prefers-color-scheme: dark)');

export function systemTheme(): Theme {
  return dark.matches ? 'dark' : 'light';
}

export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function apply(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

function followSystem(state: State): () => void {
  const follow = () => state.set({theme: systemTheme()});
  dark.addEventListener('change', follow);
  return () => dark.removeEventListener('change', follow);
}

// The state's theme is put on the page before any view hears of it, so it must be the first to listen.
export function startTheme(state: State): void {
  apply(state.now.theme);
  state.on(['theme'], () => apply(state.now.theme));
  let chosen: Theme = state.now.theme;
  window.addEventListener('beforeprint', () => {
    chosen = state.now.theme;
    state.set({theme: 'light'});
  });
  window.addEventListener('afterprint', () => state.set({theme: chosen}));
}

export function themeSwitch({state}: App): HTMLElement {
  const stopFollowing = followSystem(state);
  const label = () => (state.now.theme === 'dark' ? 'Light colours' : 'Dark colours');
  const made = button(
    label(),
    () => {
      stopFollowing();
      state.set({theme: state.now.theme === 'dark' ? 'light' : 'dark'});
    },
    {class: 'theme-switch'},
  );
  state.on(['theme'], () => made.replaceChildren(label()));
  return made;
}
