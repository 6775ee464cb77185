import { RE2JS, RE2JSException } from 're2js';

/** A pattern of a mapping. It runs on RE2, whose time grows with the text and no further. */
export interface Pattern {
  test(text: string): boolean;
  /** Its first group where it has one, else all that it matches; null where it does not match. */
  find(text: string): string | null;
  /** The text without anything that it matches. */
  remove(text: string): string;
}

/** A pattern that cannot be understood; the message says why. */
export class PatternError extends Error {}

/** Instructions: `\d{1,1000}` alone has more. */
const programMax = 2000;

/** Compared without case; ^ and $ are the ends of lines. @throws PatternError */
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
