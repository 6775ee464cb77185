import { RE2JS, RE2JSException } from 're2js';

/** A pattern of a mapping. It runs on RE2, which takes time linear in the text. */
export interface Pattern {
  test(text: string): boolean;
  /**
   * The text of the first group, or the whole match if the pattern has no group. Null if there is no match, or if the match has no text for the
   * group.
   */
  find(text: string): string | null;
  /** The text without all matches. */
  remove(text: string): string;
}

/** A pattern that cannot be compiled. The message says why. */
export class PatternError extends Error {}

/** The maximal number of instructions of a compiled pattern. `\d{1,1000}` alone has more. */
const programMax = 2000;

/** Compiles a pattern. Case is ignored, and ^ and $ match at the ends of lines. @throws PatternError */
export function compilePattern(text: string): Pattern {
  const program = parse(text);
  if (program.programSize() > programMax)
    throw new PatternError(
      'it is too long or repeats too much; patterns are kept small, so that they are quick',
    );
  const group = program.groupCount() > 0 ? 1 : 0;
  return {
    test: (subject) => program.test(subject),
    find: (subject) => {
      const matcher = program.matcher(subject);
      return matcher.find() ? matcher.group(group) : null;
    },
    remove: (subject) => (program.test(subject) ? program.matcher(subject).replaceAll('') : subject),
  };
}

function parse(text: string): RE2JS {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(error.message.replace(/^error parsing regexp: /, ''));
  }
}
