import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const asked =
  /(useAnswer|usePages|useOutcome)(?:<[^>]*>)?\(\s*\[([^\]]*)\],[^]{0,120}?api\.GET\(\s*'([^']+)'/g;

/** The key with its literal parts alone: `['feeds', name]` becomes `'feeds',*`. */
function kindOf(key: string): string {
  const parts = key.split(',').map((part) => part.trim());
  return parts.flatMap((part) => (part === '' ? [] : part.startsWith("'") ? part : '*')).join();
}

describe('what the pages ask and keep', () => {
  it('is kept under a key of its own: an answer to one question is never shown for another one', () => {
    const questions = new Map<string, Set<string>>();
    const files = readdirSync('src/console', { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.tsx?$/.test(name)))
      for (const [, hook, key = '', path = ''] of readFileSync(join('src/console', file), 'utf8').matchAll(
        asked,
      )) {
        const kind = kindOf(key);
        // Pages of a list are kept otherwise than one answer.
        const question = hook === 'usePages' ? `pages of ${path}` : path;
        questions.set(kind, (questions.get(kind) ?? new Set()).add(question));
      }
    expect(questions.size).toBeGreaterThan(40);
    expect([...questions].filter(([, of]) => of.size > 1).map(([kind, of]) => [kind, ...of])).toEqual([]);
  });
});
