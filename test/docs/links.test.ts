import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, relativeLinksOf } from './markdown.js';

const pages = [
  'README.md',
  'CHANGELOG.md',
  'config/CAPACITY.md',
  'config/COMMANDS.md',
  'config/DATA.md',
  'config/OPERATING.md',
  'config/REFERENCE.md',
  'config/RUNBOOK.md',
  'config/SECURITY.md',
  'config/TUTORIAL.md',
  'mappings/README.md',
  'src/ARCHITECTURE.md',
  'src/console/README.md',
  'src/sandbox/README.md',
];

describe('the links of', () => {
  it.each(pages)('%s lead somewhere', async (page) => {
    const links = relativeLinksOf(await readFile(page, 'utf8'));
    const broken = await Promise.all(
      links.map(async (link) => ((await leadsSomewhere(page, link)) ? [] : [link])),
    );
    expect(broken.flat()).toEqual([]);
  });
});

async function leadsSomewhere(page: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(await readFile(target, 'utf8')).has(anchor);
}
