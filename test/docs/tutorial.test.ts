import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { blocksOf } from './markdown.js';
import { describePage } from './story.js';

describePage('config/TUTORIAL.md', ['sh', 'text', 'csv', 'xml', 'yaml']);

it('the tutorial shows what each of its commands prints', async () => {
  const blocks = blocksOf(await readFile('config/TUTORIAL.md', 'utf8'));
  const unshown = blocks.filter(
    ({ language }, index) => language === 'sh' && blocks[index + 1]?.language !== 'text',
  );
  expect(unshown.map(({ line }) => line)).toEqual([]);
});
