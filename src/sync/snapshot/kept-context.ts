/** Marks the context of a file that was mapped again without a new fetch. */
const unconfirmed = 'kept:';

/** The context of a kept file that was mapped again. Until the source confirms the file, it differs from every mapping's context. */
export function unconfirmedContext(context: string): string {
  return `${unconfirmed}${context}`;
}

/** The context under which the stored records were mapped; null where a poll may have committed only part of a file. */
export function mappedContext({ context }: { context: string | null }): string | null {
  return context?.startsWith(unconfirmed) === true ? context.slice(unconfirmed.length) : context;
}
