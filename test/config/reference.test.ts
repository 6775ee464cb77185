import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { configReference } from '../../src/config/json-schema.js';

function written(value: unknown): string {
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``;
}

describe('the configuration reference', () => {
  it('is generated from the schema (vitest -u updates it)', async () => {
    const rows = configReference().map(
      ({ key, default: value, text }) =>
        `| \`${key}\` | ${written(value).replaceAll('|', '\\|')} | ${text.replaceAll('|', '\\|')} |`,
    );
    const page = [
      '# Every configuration key',
      '',
      'These are the keys of `config/feedsync.yaml`, in its order. A key without a default is required, unset, or contains further keys. Durations have a unit',
      '(`10m`, `36h`), and so do sizes (`2GB`). `feedsync config schema` prints a JSON Schema with which an editor checks the file.',
      '',
      '| key | default | what it does |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n');
    const text = await format(page, { parser: 'markdown', printWidth: 110 });
    await expect(text).toMatchFileSnapshot('../../config/REFERENCE.md');
  });
});
