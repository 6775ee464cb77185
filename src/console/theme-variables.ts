import type { CSSVariablesResolver } from '@mantine/core';

/** Colours of secondary text, placeholders and mistakes in forms: Mantine’s own have too little contrast for small letters. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59616a',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a3aab2',
    '--mantine-color-placeholder': '#8d949b',
    '--mantine-color-error': '#ff8787',
  },
});
