import { parseYaml } from './mapping-errors.js';
import { rememberedFiles } from './remembered.js';

/** The version that a mapping's text gives itself; null where it is no mapping with a version. */
export const versionOf = rememberedFiles((text: string): number | null => {
  const parsed = parseYaml(text, '');
  const value = parsed.ok ? parsed.yaml.value : null;
  const version: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'version') : null;
  return typeof version === 'number' ? version : null;
});
