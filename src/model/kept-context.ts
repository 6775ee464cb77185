/** Before the context of a file that was mapped again while nothing was asked of its source. */
const unconfirmed = 'kept:';

/** Of a kept file that was mapped again: until its source confirms it, what is absent from it is judged under no mapping. */
export function unconfirmedContext(context: string): string {
  return `${unconfirmed}${context}`;
}

/** The context under which what is stored was mapped; null where that is of two files. */
export function mappedContext({ context }: { context: string | null }): string | null {
  return context?.startsWith(unconfirmed) === true ? context.slice(unconfirmed.length) : context;
}
