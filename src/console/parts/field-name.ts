import { all, type Key } from '../words/all.js';
import { useSpeech } from '../words/context.js';

/** What a field of the portal is called; its path where it has no name. */
export function useFieldName(): (path: string) => string {
  const { t } = useSpeech();
  return (path) => {
    const key = `field.${path.replace(/^\//, '').replaceAll(/[./]/g, '_')}`;
    return isKey(key) ? t(key) : path;
  };
}

function isKey(key: string): key is Key {
  return Object.hasOwn(all, key);
}
