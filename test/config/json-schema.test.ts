import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { configJsonSchema, configReference, keysAt } from '../../src/config/json-schema.js';

describe('the JSON Schema', () => {
  it('is strict, and knows every level', () => {
    expect(configJsonSchema()).toMatchObject({
      title: 'feedsync configuration',
      type: 'object',
      required: ['portal'],
      additionalProperties: false,
    });
    expect(keysAt(['feeds', 3, 'auth'])).toEqual(['user', 'password']);
    expect(keysAt(['feed_defaults', 'removals'])).toContain('after_polls');
    expect(keysAt(['feeds', 0, 'tables', 'category'])).toEqual([]);
  });

  it('lets a reference stand where text has a form', () => {
    const schema = JSON.stringify(configJsonSchema());
    const pattern = /"listen":\{[^}]*?"pattern":("(?:[^"\\]|\\.)*")/.exec(schema)?.[1];
    const form = new RegExp(JSON.parse(pattern ?? '""') as string);
    expect(['127.0.0.1:80', '${LISTEN}', '80'].map((text) => form.test(text))).toEqual([true, true, false]);
  });
});

describe('the reference', () => {
  it('has a text for every key', () => {
    expect(configReference().filter(({ text }) => text === '')).toEqual([]);
  });

  it('gives keys as they are written, with their defaults', () => {
    const entries = new Map(configReference().map((entry) => [entry.key, entry.default]));
    expect(entries.get('fetch.max_bytes')).toBe('2GB');
    expect(entries.get('removals.min_age')).toBe('60m');
    expect(entries.get('feeds[].schedule')).toBe('*/15 * * * *');
    expect(entries.get('portal.key_id')).toBeUndefined();
  });

  it('is what the documented example shows', async () => {
    const example = await readFile('config/feedsync.yaml', 'utf8');
    const keys = configReference()
      .map(({ key }) => key)
      .filter((key) => !/^portal\.protocol\.|^feeds\[\]\.(removals|bands)\./.test(key))
      .map((key) => key.split('.').at(-1) ?? '');
    expect(keys.filter((key) => !new RegExp(`\\b${key}:`).test(example))).toEqual([]);
  });
});
