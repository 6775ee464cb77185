import type { Sentence } from '../model/sentence.js';

/** Job names as the subject of a sentence, by the first word of the job's key. Polls are named by their feeds instead. */
const names: ReadonlyMap<string, Sentence> = new Map([
  ['push', { sr: 'slanje oglasa', en: 'sending listings' }],
  [
    'outcomes',
    { sr: 'provera šta je portal uradio sa oglasima', en: 'reading the outcome of sent listings' },
  ],
  ['reconcile', { sr: 'poređenje sa portalom', en: 'the comparison with the portal' }],
  ['connection', { sr: 'čitanje stanja konekcije', en: 'reading the state of the connection' }],
  ['retry', { sr: 'ponovno slanje odbijenih oglasa', en: 'sending refused listings again' }],
  ['reference', { sr: 'preuzimanje rečnika portala', en: 'fetching the portal’s vocabulary' }],
  ['key', { sr: 'provera ključa', en: 'checking the key' }],
  ['suppressions', { sr: 'vraćanje oglasa sklonjenih do određenog dana', en: 'ending suppressions' }],
  ['reminders', { sr: 'podsećanje na odluke koje čekaju', en: 'sending reminders of open holds' }],
  ['notices', { sr: 'slanje obaveštenja', en: 'sending notices' }],
  ['intents', { sr: 'izvršavanje zadatih komandi', en: 'executing commands' }],
  ['asked', { sr: 'zatražena obrada', en: 'a requested round' }],
  ['housekeeping', { sr: 'redovno čišćenje', en: 'housekeeping' }],
  ['backup', { sr: 'pravljenje rezervne kopije', en: 'the backup' }],
  ['agency', { sr: 'čitanje fajla nove agencije', en: 'reading the feed of a new agency' }],
  ['remap', { sr: 'ponovno mapiranje sačuvanog fajla', en: 'mapping the kept file again' }],
  ['photos', { sr: 'provera fotografija', en: 'checking photos' }],
]);

/** The name of a job kind; an unknown kind is quoted. */
export function jobName(kind: string): Sentence {
  return names.get(kind) ?? { sr: `posao „${kind}”`, en: `the job “${kind}”` };
}

export const namedJobs: readonly string[] = [...names.keys()];
