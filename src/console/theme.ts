import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Shades from light to dark, as Mantine expects them. */
const tide: MantineColorsTuple = [
  '#effcf9',
  '#d5f5ee',
  '#a9e9dc',
  '#74d8c5',
  '#45c1ab',
  '#25a692',
  '#138a7a',
  '#0f766e',
  '#115e58',
  '#134e49',
];

const system =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** The console’s look: one colour for what the user can act on, the system’s fonts, little shadow. */
export const theme = createTheme({
  primaryColor: 'tide',
  colors: { tide },
  primaryShade: { light: 7, dark: 7 },
  fontFamily: system,
  fontSizes: { md: '0.9375rem' },
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  headings: { fontFamily: system, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.5 } } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});
