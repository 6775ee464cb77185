import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { apiTypes, typesFile } from './api-types.js';

it('the console knows the API as it is: else `npm run console:types`', async () => {
  expect(await readFile(typesFile, 'utf8')).toBe(await apiTypes());
});
