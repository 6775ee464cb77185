import { parseYaml } from './mapping-errors.js';
import { rememberedFiles } from './remembered.js';
import { ownValue } from '../../model/own-value.js';

/** The version that a mapping's text gives itself; null where it is no mapping with a version. */
export const versionOf = rememberedFiles((text: string): number | null => {
  const parsed = parseYaml(text, '');
  const version = parsed.ok ? ownValue(parsed.yaml.value, 'version') : null;
  return typeof version === 'number' ? version : null;
});

/** Whether a mapping's text says that texts of agencies may extend it. */
export const isShared = rememberedFiles((text: string): boolean => {
  const parsed = parseYaml(text, '');
  return parsed.ok && ownValue(parsed.yaml.value, 'shared') === true;
});
