import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { blocksOf, relativeLinksOf } from './markdown.js';
import { describePage } from './story.js';

const linesMax = 110;
const configurationLinesMax = 10;

const page = await readFile('README.md', 'utf8');

describePage('README.md', ['sh', 'text', 'yaml']);

describe('the README', () => {
  it('is one page', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(linesMax);
  });

  it('begins with the commands that start the demo and run the tests', () => {
    const [first] = blocksOf(page);
    const commands = first?.text.split('\n').map((line) => line.split(/\s+#/)[0]);
    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  });

  it('makes five promises, each with a test', () => {
    const [, section = ''] = /\n## Promises\n([^]*?)\n## /.exec(page) ?? [];
    const promises = section.split(/^(?=\d\. )/m).slice(1);
    expect(promises).toHaveLength(5);
    for (const promise of promises) {
      const tests = relativeLinksOf(promise).filter((link) => /^test\/.+\.test\.ts$/.test(link));
      expect(tests, promise).not.toEqual([]);
    }
  });

  it('shows a whole configuration in ten lines', () => {
    const configurations = blocksOf(page).filter(({ language }) => language === 'yaml');
    expect(configurations).toHaveLength(1);
    expect(configurations[0]?.text.split('\n').length).toBeLessThanOrEqual(configurationLinesMax);
  });
});
