import type { VisibleFault } from './network.js';

/** What a sentence says of a cause, and whether the operator alone can end it. */
export interface Cause {
  says: RegExp;
  operator: boolean;
}

const agencys = (says: RegExp): Cause => ({ says, operator: false });
const operators = (says: RegExp): Cause => ({ says, operator: true });

const files = {
  'file: connect': agencys(/cannot be read \(.*refused/),
  'file: error': agencys(/cannot be read \(.*\b(500|502|403)\b/),
  'file: busy': agencys(/cannot be read \(.*\b503\b/),
  'file: missing': agencys(/cannot be read \(.*\b404\b/),
  'file: cut': agencys(/cannot be read \(.*ended before the announced end/),
  // One that is cut in its first bytes does not look like a feed.
  'file: cut_unannounced': agencys(/cannot be read \(.*(it was cut off|holds no <feed> element)/),
  'file: login_page': agencys(/cannot be read \(.*a web page (?:\(.*\) )?came instead/),
  'file: empty': agencys(/cannot be read \(.*an empty file came/),
  'file: hangs': agencys(/cannot be read \(.*took longer than 600 s/),
  'file: never': agencys(/cannot be read \(.*took longer than 600 s/),
  'file: endless': agencys(/cannot be read \(.*took longer than 600 s/),
  'file: throws': operators(/fails to process the feed/),
  'file: dies': operators(/suspended, because the process died/),
} as const satisfies Readonly<Record<`file: ${VisibleFault}`, Cause>>;

/** The cause that the simulator planted, and the sentence that a person must be able to read of it. */
export const causes = {
  ...files,
  'it offers nothing': agencys(/cannot be read \(.*holds no records/),
  'its file was rejected': agencys(/unlike the former ones, and it was decided not to apply it/),
  'its value is asked about': agencys(/values? waits? for a confirmation/),
  'its file is held': operators(/Hold \d+/),
  'its removal is asked about': operators(
    /Hold \d+ \((removals|plan|confirmation)\)|lost \d+ listings? within/,
  ),
  'no process reads it': operators(/no process reads it/),
  'no process sends it': operators(/no process sends them/),
  'the clock is behind': operators(/clock of this machine shows an earlier time/),
  'the connection is paused': agencys(/the connection is paused/),
  'the consent is taken back': operators(/agency revoked the connection/),
  'the portal certifies': agencys(/still certify/),
  'the plan is full': agencys(/plan at the portal has no room/),
  'the budget is spent': agencys(/hourly budget/),
  'a word is not known': agencys(/has no meaning/),
  'requests went wrong': agencys(/the portal (does not|refuses|gives)/),
  'the portal never answered': agencys(/portal’s vocabulary and places could not be read yet/),
  'a portal that refuses': agencys(/too long to be sent.*could not be reached: connect ECONNREFUSED/),
  'a portal that hangs up': agencys(/too long to be sent.*reply was lost: socket hang up/),
  'a portal that answers with an error': agencys(/too long to be sent.*server error \(50[023]\)/),
  'a portal that says slower': agencys(/too long to be sent.*asks this key to slow down/),
  'a portal whose answers are cut': agencys(/too long to be sent.*reply is not complete JSON/),
  'a page instead of an answer': agencys(/too long to be sent.*reply is not complete JSON/),
  'a key that is refused': operators(/refuses the key/),
  'batches that are unauthorized': operators(/although it accepts the key/),
  'batches that are forbidden': operators(/although it accepts the key/),
  'a listing that is refused': agencys(/refused the request because of this listing’s content/),
  'a listing that is too large': agencys(/larger than the portal accepts/),
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseName = keyof typeof causes;
