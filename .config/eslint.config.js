import tseslint from 'typescript-eslint';
import { safety } from './eslint-safety.js';

// What reaches the outside world or the clock lives behind platform/, so that the same code runs on other seams.
const seams = {
  globals: [
    { name: 'fetch', message: 'Use the transport or fetcher of platform/.' },
    { name: 'setTimeout', message: 'Use platform/clock.' },
    { name: 'setInterval', message: 'Use platform/clock.' },
    { name: 'setImmediate', message: 'Use platform/clock.' },
  ],
  modules: [
    'node:http',
    'node:https',
    'node:net',
    'node:tls',
    'node:dns',
    'node:dns/promises',
    'node:timers',
    'node:timers/promises',
    'p-queue',
    'node-cron',
  ].map((name) => ({ name, message: 'Only platform/ and engine/ may use this.' })),
  syntax: [
    {
      selector: "MemberExpression[object.name='Date'][property.name='now']",
      message: 'Time is passed in: platform/clock.',
    },
    {
      selector: "NewExpression[callee.name='Date'][arguments.length=0]",
      message: 'Time is passed in: platform/clock.',
    },
    {
      selector: "MemberExpression[object.name='Math'][property.name='random']",
      message: 'Use platform/random.',
    },
    {
      selector: 'ImportSpecifier[imported.name=/^random(Bytes|UUID|Int)$/]',
      message: 'Use platform/random.',
    },
  ],
};

/** The rules that are this repository's own. The general ones are oxlint's: oxlintrc.json. */
export default tseslint.config(
  { ignores: ['src/console/api/schema.d.ts'] },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['tsconfig.json', 'src/console/tsconfig.json'],
        tsconfigRootDir: `${import.meta.dirname}/..`,
      },
    },
    plugins: { safety },
    rules: {
      'safety/literal-patterns': 'error',
      'safety/own-names': 'error',
      'safety/library-calls': 'error',
    },
  },
  // The console runs in browsers, whose clock and network it has.
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/**', 'src/engine/**', 'src/console/**'],
    rules: {
      'no-restricted-globals': ['error', ...seams.globals],
      'no-restricted-imports': ['error', { paths: seams.modules }],
      'no-restricted-syntax': ['error', ...seams.syntax],
    },
  },
);
