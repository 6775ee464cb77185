import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { configReference } from '../../src/config/json-schema.js';

function written(value: unknown): string {
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``;
}

describe('the configuration reference', () => {
  it('is generated from the schema (vitest -u writes it anew)', async () => {
    const rows = configReference().map(
      ({ key, default: value, text }) =>
        `| \`${key}\` | ${written(value).replaceAll('|', '\\|')} | ${text.replaceAll('|', '\\|')} |`,
    );
    const page = [
      '# Every configuration key',
      '',
      'Of `config/feedsync.yaml`, in its order. What has no default must be written, or holds further keys. Lengths of time take a unit',
      '(`10m`, `36h`), sizes as well (`2GB`). An editor checks the file with the schema that `feedsync config schema` prints.',
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
