import type { Sentence } from '../model/sentence.js';

/** Why a connect code was not accepted. */
export interface ConnectRefusal {
  /** The portal's error code, or `unreachable`, or `unknown`. */
  code: string;
  /** The portal's reason in addition to the code. */
  reason: string | null;
}

/** Where the portal shows the connect code. */
export const connectHelp: Sentence = {
  sr: 'Prijavite se na portal kao agencija, otvorite podešavanja partnera i izaberite „Poveži”: portal prikazuje kod od 12 do 32 znaka. Kod važi jednom i ograničeno vreme. Unesite ga ovde tačno onako kako je prikazan.',
  en: 'Sign in to the portal as the agency, open the partner settings and choose “Connect”: the portal shows a code of 12 to 32 characters. It is good once and for a limited time. Enter it here just as it is shown.',
};

const ineligible: Readonly<Record<string, Sentence>> = {
  register_number_missing: {
    sr: 'Portal nema registarski broj vaše agencije. Upišite ga na portalu u podacima agencije, pa unesite kod ponovo.',
    en: 'The portal does not have your agency’s registration number. Add it to the agency’s data on the portal, then enter the code again.',
  },
  account_blocked: {
    sr: 'Nalog vaše agencije na portalu je blokiran. Javite se podršci portala; kada nalog bude otključan, unesite kod ponovo.',
    en: 'Your agency’s account on the portal is blocked. Contact the portal’s support; once the account is unblocked, enter the code again.',
  },
};

const refusals: Readonly<Record<string, Sentence>> = {
  connect_code_invalid: {
    sr: 'Portal ne prihvata ovaj kod: pogrešno je unet, istekao je ili je već iskorišćen. Otvorite portal, zatražite novi kod i kopirajte ga ovde.',
    en: 'The portal does not accept this code: it was copied wrongly, has expired, or was already used. Open the portal, request a new code and copy it exactly.',
  },
  validation_failed: {
    sr: 'Ovo nije kod kakav portal prikazuje. Unesite ga ponovo, bez razmaka.',
    en: 'This is not a code in the portal’s format. Copy it again, without spaces.',
  },
  agency_not_eligible: {
    sr: 'Portal sada ne dozvoljava povezivanje vaše agencije. Pitajte podršku portala zašto, pa unesite kod ponovo.',
    en: 'The portal does not allow your agency to connect now. Ask its support why, then enter the code again.',
  },
  unreachable: {
    sr: 'Portal trenutno nije dostupan. Kod nije iskorišćen: pokušajte ponovo za nekoliko minuta.',
    en: 'The portal cannot be reached now. The code was not used: try again in a few minutes.',
  },
  unknown: {
    sr: 'Portal nije odgovorio kako treba, pa nije poznato da li je kod iskorišćen. Pokušajte ponovo za minut; ako ga portal tada ne prihvati, zatražite novi kod.',
    en: 'The portal did not answer as it should, so it is unknown whether the code was used. Try again in a minute; if the portal does not take it then, ask it for a new one.',
  },
};

/** What happened, and what to do next. */
export function connectRefusal({ code, reason }: ConnectRefusal): Sentence {
  const eligible = reason !== null && Object.hasOwn(ineligible, reason) ? ineligible[reason] : undefined;
  if (code === 'agency_not_eligible' && eligible !== undefined) return eligible;
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  return (
    known ?? {
      sr: `Portal je odbio zahtev (${code}). Javite to operateru uvoza; kod kasnije možete ponovo da unesete.`,
      en: `The portal refused the request (${code}). Contact the operator of the import; the code may be entered again later.`,
    }
  );
}
