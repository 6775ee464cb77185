import { parseYaml } from './mapping-errors.js';
import { rememberedFiles } from './remembered.js';
import { ownValue } from '../../model/own-value.js';

/** The `version:` in a mapping's text; null if the text is not readable or has no version. */
export const versionOf = rememberedFiles((text: string): number | null => {
  const parsed = parseYaml(text, '');
  const version = parsed.ok ? ownValue(parsed.yaml.value, 'version') : null;
  return typeof version === 'number' ? version : null;
});

/** Whether a mapping's text itself, its bases left out, reads the state of a record through a table of states. */
export const readsStates = rememberedFiles((text: string): boolean => {
  const parsed = parseYaml(text, '');
  return parsed.ok && ownValue(parsed.yaml.value, 'state') !== undefined;
});

/** Whether a mapping's text has `shared: true`: agencies may write mappings that extend it. */
export const isShared = rememberedFiles((text: string): boolean => {
  const parsed = parseYaml(text, '');
  return parsed.ok && ownValue(parsed.yaml.value, 'shared') === true;
});
