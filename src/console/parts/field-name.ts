import { useSpeech } from '../words/context.js';

/**
 * The name of a portal field by its path (`price.amount`) or JSON pointer (`/price/amount`); the path if it has no
 * name.
 */
export function useFieldName(): (path: string) => string {
  const { named } = useSpeech();
  return (path) => named(`field.${path.replace(/^\//, '').replaceAll(/[./]/g, '_')}`, path);
}
