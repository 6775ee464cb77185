import type { CSSVariablesResolver } from '@mantine/core';

/** Quiet text that can still be read: the library’s own is too pale for small letters. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#59616a', '--mantine-color-placeholder': '#6b737b' },
  dark: { '--mantine-color-dimmed': '#a3aab2', '--mantine-color-placeholder': '#8d949b' },
});
