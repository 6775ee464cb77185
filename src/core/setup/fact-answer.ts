/**
 * A fact that differs between listings: it is so of the records with the ids under `yes`, and not so of those under `no`. Of any other record
 * it is not known.
 */
export interface AnswerOfSome {
  yes: readonly string[];
  no: readonly string[];
}

/** What an agency states of a fact: for all its listings, or for some. */
export type FactAnswer = boolean | AnswerOfSome;

/** Whether the fact is so of each record, by its id. Null: it is not known. */
export function readAnswer(answer: FactAnswer | null | undefined): (sourceId: string) => boolean | null {
  if (answer === null || answer === undefined) return () => null;
  if (typeof answer === 'boolean') return () => answer;
  const byId = new Map([
    ...answer.yes.map((id) => [id, true] as const),
    ...answer.no.map((id) => [id, false] as const),
  ]);
  return (sourceId) => byId.get(sourceId) ?? null;
}

/** Most ids of an answer that differs between listings. */
export const someMax = 1_000;

/** Whether a stored value is an answer. */
export function isFactAnswer(value: unknown): value is FactAnswer {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null || !('yes' in value) || !('no' in value)) return false;
  return [value.yes, value.no].every(
    (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
  );
}
