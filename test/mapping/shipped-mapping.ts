import { readFileSync } from 'node:fs';
import {
  loadMapping,
  type CompiledMapping,
  type MappingOverrides,
  type MappingText,
} from '../../src/mapping/compile/load-mapping.js';

/** What the documented example configuration says for a feed. */
export const exampleOverrides: MappingOverrides = {
  tables: {},
  constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
  answers: { mandate_attested: true, owner_lives_nearby: false },
  idPrefix: '',
  timezone: 'Europe/Belgrade',
};

export function mappingText(name: string): string {
  return readFileSync(new URL(`../../mappings/${name}.yaml`, import.meta.url), 'utf8');
}

/** A mapping of the package. */
export function shippedMapping(name: string, overrides: Partial<MappingOverrides> = {}): CompiledMapping {
  return mappingOf(mappingText(name), { ...exampleOverrides, ...overrides });
}

/** Reads what a mapping of the package says it extends. */
function basesOf(text: string): Record<string, MappingText> {
  const name = /^extends: ([a-z0-9-]+)$/m.exec(text)?.[1];
  if (name === undefined) return {};
  const base = mappingText(name);
  return { ...basesOf(base), [name]: { file: `${name}.yaml`, text: base } };
}

/** @throws Error with every mistake in the text */
export function mappingOf(text: string, overrides: MappingOverrides = exampleOverrides): CompiledMapping {
  const loaded = loadMapping(text, { file: 'test.yaml', overrides, bases: basesOf(text) });
  if (!loaded.ok)
    throw new Error(loaded.errors.map((error) => `${error.line ?? 0}: ${error.message}`).join('\n'));
  return loaded.mapping;
}
