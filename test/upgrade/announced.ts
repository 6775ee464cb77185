import { readFileSync } from 'node:fs';

/** What of 0.1.0 is not as it was, on purpose. */
interface Announcement {
  /** Fits the lines of a comparison that it explains. */
  line: RegExp;
  reason: string;
  /** Words of the changelog that say it to users; null: no program can rely on what differs. */
  changelog: string | null;
}

const doctorListsBoth = {
  reason: 'The feed runs on a copy of what its text may not extend any more; doctor says so and what to do.',
  changelog: '`doctor` lists both',
};
const copyNeedsPerson = {
  reason: 'The same as attention: someone may bring the text up to date, and no exit code changes by it.',
  changelog: 'goes on as it is, from a copy that is made once at the first start',
};
const checksDueTimes = {
  reason: 'A check that did not exist.',
  changelog: 'reports that the clock was set (for a week) and due times beyond their schedule',
};
const newReading = {
  reason:
    'A feed stays on the version of its mapping: only a new feed, or an upgrade that a person asks for, reads a state by the new table.',
  changelog: 'Every shipped mapping reads the state of a listing through a table of words',
};
const showsUserAgent = {
  reason: 'A check that did not exist: it shows what a host must allow.',
  changelog: 'Requests for feeds name product and version',
};
const wording = { reason: 'A sentence for people is worded better.', changelog: null };

const readNumbers = { line: /message was ".* as this feed is said to write them\.\\?"/, ...wording };

/** The steps of a timeline. */
const stepsOfOneVersion = {
  line: /(^explain \S+.*: explanation\.|GET \/listings\/\S+: )clock\[\d\]\.(state|at|reason|took_seconds|slow) was /,
  reason: 'The steps of a timeline are of one version, and a date older than the reading before is unknown.',
  changelog: 'and the steps of a timeline are of one version',
};

const httpPhotos = {
  line: /(payload\.photos has \{"url":"https:|issues\[\d+\] is gone: .*"photo_dropped".*"value":"http:)/,
  reason: 'A photo with an http address is sent once its host answers over https.',
  changelog: 'Photos with `http:` or `//` addresses are sent as `https:`',
};
const factsOfWaiting = {
  line: /uses has \{"kind":"answer","name":"(owner_lives_nearby|rent\.type)","word":"facts /,
  reason: 'A listing that waits for the answer notes what rules about it look at. Its listing is the same.',
  changelog: 'Rules work for any number of rentals',
};

const rentPerDay = {
  line: /issues has \{"severity":"warning","code":"rent_per_day"/,
  reason: 'A warning that did not exist; a live rent stays what it is.',
  changelog: 'A rent that the feed names per day is asked',
};
const morePerFeed = {
  reason: 'A finding that was in explain alone.',
  changelog: '`quality` lists',
};
const readsNegations = {
  reason: 'Facts are read as before; a mapping may also ask for negations.',
  changelog: '`bool: { containing: [lift], negations: 1 }`',
};

const announced = {
  api: [
    {
      line: /(\.problem|\.why_not|200\.listing) may be null now$/,
      reason: 'These were null in 0.1.0 too; its document said by mistake that they never are.',
      changelog: 'OpenAPI: parts that may be null are `anyOf: [this, null]`',
    },
    {
      line: /questions\.(mandate|owner_nearby)\.answer\.value may be null now$/,
      reason: 'What is stated of some listings otherwise than of others is neither yes nor no.',
      changelog: '`answer.value` is null then',
    },
  ],
  'outputs-looking': [
    {
      line: /^mapping check .*: mappings\[\d\]\.warnings has .*"A state is decided by comparing with a word here/,
      reason: 'A warning that did not exist; the mapping means what it meant.',
      changelog: '`mapping check` warns of a state that is decided by comparing with a word',
    },
    { line: /^quality: quality has \{.*"code":"(fallback_used|unmapped_word)"/, ...morePerFeed },
    { line: /^config schema(?: --mapping)?: \S+\.description was "/, ...wording },
    {
      line: /^config schema: \S+\.answers\.additionalProperties\.type is gone$/,
      reason: 'Yes and no are what they were; an answer may also name listings.',
      changelog: 'can be stated of some rentals otherwise than of others',
    },
    { line: /^config schema --mapping: \S+\.bool\.anyOf has \{.*"negations"/, ...readsNegations },
    {
      line: /^config schema: \S+\.digest\.default was "30 7/,
      reason: 'Mails are read on working days.',
      changelog: 'The digest goes out at 8:00 on working days',
    },
    { line: /: attention has \{"kind":"mapping_copied"/, ...copyNeedsPerson },
    { line: /^doctor.*: checks\[4\]\.(state|message|next) was /, ...doctorListsBoth },
    { line: /^doctor.*: checks has \{"about":"due times"/, ...checksDueTimes },
    { line: /^doctor.*: checks has \{"about":"requests for feeds"/, ...showsUserAgent },
    {
      line: /^init feeds\/costa.xml --name another: exit code was 3, is 0$/,
      reason:
        'What init asks is for the agency, not the operator; with --attention any the code is as before.',
      changelog: 'Exit code 3 means "operator, look now"',
    },
    {
      line: /^init .*: report\.words\[\d\]\.yaml was ".*", is "tables: \{ \w+: \{ \\"[^"]+\\": null \} \}"$/,
      reason: 'A line to paste held a meaning whose only ground was a distant likeness of letters.',
      changelog: 'A line that is offered to paste names a meaning only where',
    },
    {
      line: /^init .*: report\.words\[\d\]\.suggestions has /,
      reason: 'A word that is known now is like the one that is asked about.',
      changelog: null,
    },
    {
      line: /^(explain .*|explain|no-such-command): error\.(message|clock\[0\]\.reason) was "(Nothing is known as |no complete file has|unknown command |missing required )/,
      ...wording,
    },
    {
      line: /^explain \S+.*: explanation\.(sentence|clock\[\d\]\.reason) was ".*(a person|takes it off|taken off|somebody else)/,
      ...wording,
    },
    stepsOfOneVersion,
  ],
  'outputs-changing': [
    { line: /: attention has \{"kind":"mapping_copied"/, ...copyNeedsPerson },
    { line: /^doctor.*: checks\[4\]\.(state|message|next) was /, ...doctorListsBoth },
    { line: /^doctor.*: checks has \{"about":"due times"/, ...checksDueTimes },
    { line: /^doctor.*: checks has \{"about":"requests for feeds"/, ...showsUserAgent },
    {
      line: /^status: feeds\[\d\]\.next_poll_at was ".*", is null$/,
      reason: 'A feed that is not polled has no next poll, as the API said all along.',
      changelog: '`status --json`: `next_poll_at` is null while a feed is not polled',
    },
    {
      line: /^erase --person .* --confirm: message was .*; nothing like it is left;/,
      reason: 'It says how much is left that is like it.',
      changelog: '(`near_misses` in `--json`)',
    },
    {
      line: /^(migrate --to \S+|connect short): error\.message was ".*(Nothing was done\.|Correct what it names, then try again\.)", is /,
      ...wording,
    },
    {
      line: /^(users remove|agencies read) \S+: message was ".*(cannot come in any more|says what came of it)", is /,
      ...wording,
    },
    { line: /^agencies (import: lines\[\d\]\.problem|remove \w+: message) was /, ...wording },
    { line: /^holds --all: holds\[\d+\]\.reason was ".*(taken off|takes them off)/, ...wording },
    { line: /message was ".*(taken off|kept off)/, ...wording },
    { line: /^expect .*: message was ".* without a question until/, ...wording },
  ],
  'days-after': [
    { line: /^attention has "mapping_copied /, ...copyNeedsPerson },
    {
      line: /^(mailed\[\d+\] is gone: "\S+ \S+ Hold|events\[\d+\] is gone: "\S+ hold of) /,
      reason: 'An open question is reported again after three days, and not after one.',
      changelog: '`notices.remind_after`',
    },
    {
      line: /^(mailed|events)\[\d+\] (is gone: "2026-01-17T07:10 |was ".*", is "2026-01-19T10:10 )/,
      reason: 'The digest waits for a working day: what came on a Friday evening is in that of Monday.',
      changelog: 'The digest goes out at 8:00 on working days',
    },
    { line: /^holds\[\d+\]\.reason was ".*(taken off|takes them off)/, ...wording },
  ],
  'mappings-now': [
    readNumbers,
    httpPhotos,
    rentPerDay,
    { line: /message was "The agency .*", is "Its state in the feed is /, ...wording },
    { line: /uses has \{"kind":"vocabulary","name":"state",/, ...newReading },
    factsOfWaiting,
  ],
  mappings: [readNumbers, httpPhotos, rentPerDay, factsOfWaiting],
  readings: [
    {
      line: /homes\[\d\]\.feeds\[\d\]\.can_check_at was "[^"]+", is null/,
      reason: 'Only a request makes the next one wait, not what the daemon reads by itself.',
      changelog: 'what the daemon reads by itself no longer disables them',
    },
    { line: /GET \/quality: findings has \{.*"code":"(fallback_used|unmapped_word)"/, ...morePerFeed },
    {
      line: /GET \/agencies\/\w+\/setup: questions\.content\.choices\[\d\]\.options has \{"value":"ask_partner"/,
      reason: 'An answer that did not exist.',
      changelog: 'ask the operator of the import',
    },
    {
      line: /GET \/vocabulary: fields has \{"field":"state"/,
      reason: 'A list that did not exist: what a word for the state of a listing may mean.',
      changelog: '`GET /vocabulary` has the list `state`',
    },
    { line: /GET \/mapping-schema: \S+\.description was "/, ...wording },
    { line: /GET \/mapping-schema: \S+\.bool\.anyOf has \{.*"negations"/, ...readsNegations },
    { line: /: (attention|causes) has \{"kind":"mapping_copied"/, ...copyNeedsPerson },
    {
      line: /GET \/feeds\/\w+\/(mapping|changes): changes\[\d\]\.value was ".*", is null$/,
      reason: 'Texts of mappings are as long as 200 kB; a change by itself has its text.',
      changelog: 'carry no texts of mappings: `value` is null there',
    },
    {
      line: /GET \/settings: settings has \{"key":"server\.(trusted_proxies|monitors|restart_when_stuck)"/,
      reason: 'Settings that did not exist.',
      changelog: '`server.trusted_proxies`: addresses or ranges',
    },
    {
      line: /GET \/settings: settings has \{"key":"content_guard"/,
      reason: 'A setting that did not exist.',
      changelog: '`content_guard: report`',
    },
    {
      line: /GET \/settings: settings has \{"key":"portal\.protocol\.batch_bytes_max"/,
      reason: 'A setting that did not exist.',
      changelog: '`portal.protocol.batch_bytes_max` is its cap',
    },
    {
      line: /GET \/settings: settings has \{"key":"fetch\.contact"/,
      reason: 'A setting that did not exist.',
      changelog: 'with `fetch.contact` where you can be reached',
    },
    {
      line: /GET \/settings: settings\[\d+\]\.value was .*30 7 \* \* \*/,
      reason: 'Mails are read on working days.',
      changelog: 'The digest goes out at 8:00 on working days',
    },
    {
      line: /GET \/settings: settings has \{"key":"partner"/,
      reason: 'A setting that did not exist.',
      changelog: '`partner` names whom agencies ask',
    },
    {
      line: /GET \/settings: settings has \{"key":"notices\.remind_after_ms"/,
      reason: 'A setting that did not exist.',
      changelog: '`notices.remind_after`',
    },
    {
      line: /GET \/listings\/\S+: (sentence|clock\[\d\]\.reason) was ".*(a person|takes it off|taken off|somebody else)/,
      ...wording,
    },
    stepsOfOneVersion,
    {
      line: /GET \/situation: listings\.published was 16, is 23$/,
      reason:
        'Held listings are on the portal until their removal is decided; what others entered there is not ours.',
      changelog:
        'Listings that wait for a decision about their removal, or are missing for a short time, count as on the portal',
    },
    {
      line: /GET \/situation: causes(\[3\])? (has|is gone).*\{"kind":"new_word"/,
      reason: 'Causes of like weight come in no promised order.',
      changelog: null,
    },
  ],
} satisfies Record<string, readonly Announcement[]>;

/** Line breaks of the text count as blanks. */
const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll(/\s+/g, ' ');

/**
 * Sorts what a comparison found.
 * @returns lines that nothing explains or that the changelog does not say; and explanations of nothing, which are to be deleted
 */
export function judge(
  lines: readonly string[],
  of: keyof typeof announced,
): { unannounced: string[]; unused: string[] } {
  const all: readonly Announcement[] = announced[of];
  const silent = all.filter((one) => one.changelog !== null && !changelog.includes(one.changelog));
  return {
    unannounced: [
      ...lines.filter((line) => !all.some((one) => one.line.test(line))),
      ...silent.map((one) => `the changelog does not say “${one.changelog ?? ''}”`),
    ],
    unused: all.filter((one) => !lines.some((line) => one.line.test(line))).map(({ line }) => String(line)),
  };
}
