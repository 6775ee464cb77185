import eslint from '@eslint/js';
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

export default tseslint.config(
  { ignores: ['dist/**', '.bench/**', 'node_modules/**', 'src/console/api/schema.d.ts'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: { project: '.config/tsconfig.check.json', tsconfigRootDir: `${import.meta.dirname}/..` },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/require-await': 'off',
      'no-control-regex': 'off',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/**', 'src/engine/**', 'src/console/**'],
    rules: {
      'no-restricted-globals': ['error', ...seams.globals],
      'no-restricted-imports': ['error', { paths: seams.modules }],
      'no-restricted-syntax': ['error', ...seams.syntax],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { safety },
    rules: {
      'safety/literal-patterns': 'error',
      'safety/own-names': 'error',
      'safety/library-calls': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
    },
  },
  // Which version of it runs on this Node.js is decided in one place.
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'better-sqlite3',
          allowTypeImports: true,
          message: 'Use openSqlite of platform/files/sqlite.ts.',
        },
      ],
    },
  },
  // Runs in browsers, whose clock and network it has.
  {
    files: ['src/console/**/*.ts', 'src/console/**/*.tsx'],
    languageOptions: {
      parserOptions: {
        project: '.config/tsconfig.console.json',
        tsconfigRootDir: `${import.meta.dirname}/..`,
      },
    },
  },
  {
    files: ['src/console/public/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' } },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: { globals: { module: 'writable', process: 'readonly', console: 'readonly' } },
    rules: { 'no-console': 'off' },
  },
);
