import type { Sentence } from '../model/sentence.js';

/** What jobs do, as the subject of a sentence, by the word that their keys begin with. Polls are named with their feeds. */
const names: ReadonlyMap<string, Sentence> = new Map([
  ['push', { sr: 'slanje oglasa', en: 'sending listings' }],
  [
    'outcomes',
    { sr: 'provera šta je portal uradio sa oglasima', en: 'asking the portal what became of listings' },
  ],
  ['reconcile', { sr: 'poređenje sa portalom', en: 'the comparison with the portal' }],
  ['connection', { sr: 'čitanje stanja konekcije', en: 'reading the state of the connection' }],
  ['retry', { sr: 'ponovno slanje odbijenih oglasa', en: 'sending refused listings again' }],
  ['reference', { sr: 'preuzimanje rečnika portala', en: 'fetching the portal’s vocabulary' }],
  ['key', { sr: 'provera ključa', en: 'checking the key' }],
  ['suppressions', { sr: 'vraćanje oglasa sklonjenih do određenog dana', en: 'ending suppressions' }],
  ['reminders', { sr: 'podsećanje na odluke koje čekaju', en: 'reminding of open holds' }],
  ['notices', { sr: 'slanje obaveštenja', en: 'sending notices' }],
  ['intents', { sr: 'izvršavanje zadatih komandi', en: 'executing commands' }],
  ['asked', { sr: 'zatražena obrada', en: 'a requested round' }],
  ['housekeeping', { sr: 'redovno čišćenje', en: 'housekeeping' }],
  ['backup', { sr: 'pravljenje rezervne kopije', en: 'the backup' }],
  ['agency', { sr: 'čitanje fajla nove agencije', en: 'reading the feed of a new agency' }],
  ['remap', { sr: 'ponovno mapiranje sačuvanog fajla', en: 'mapping the kept file again' }],
  ['photos', { sr: 'provera fotografija', en: 'checking photos' }],
]);

/** Of a job that has no name here, its own word. */
export function jobName(kind: string): Sentence {
  return names.get(kind) ?? { sr: `posao „${kind}”`, en: `the job “${kind}”` };
}

export const namedJobs: readonly string[] = [...names.keys()];
