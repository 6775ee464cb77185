import type { Cause } from '../model/sentence.js';

/** By failure code of the spec. */
const failures: Readonly<Record<string, Cause>> = {
  unmappable_category: {
    origin: 'mapping',
    actor: 'partner',
    why: {
      en: 'it does not accept listings of this category from partners',
      sr: 'portal ne prima oglase za ovu vrstu nekretnine preko partnera',
    },
    next: {
      en: 'Map the feed’s word to another category under tables: category.',
      sr: 'Povežite reč iz fajla sa drugom vrstom nekretnine.',
    },
  },
  missing_required: {
    origin: 'feed',
    actor: 'agency',
    why: {
      en: 'its category needs a field that the listing does not have',
      sr: 'vrsta nekretnine traži podatak koji oglas nema',
    },
    next: {
      en: 'The agency adds it in its own software, or the mapping reads it from another place.',
      sr: 'Dopunite podatak u svom programu; oglas se potom automatski šalje.',
    },
  },
  invalid_payload: {
    origin: 'mapping',
    actor: 'partner',
    why: {
      en: 'a field holds a value that the portal does not accept',
      sr: 'jedno polje sadrži ono što portal ne prima',
    },
    next: {
      en: 'Correct the field’s rule in the mapping, or the value in the agency’s software.',
      sr: 'Ispravite podatak u svom programu ili javite operateru uvoza.',
    },
  },
  schema_invalid: {
    origin: 'mapping',
    actor: 'partner',
    why: { en: 'the payload does not have the portal’s shape', sr: 'oglas nije u obliku koji portal traži' },
    next: {
      en: 'Correct the field’s rule in the mapping; where the payload looks right, report it to the operator of feedsync.',
      sr: 'Javite operateru uvoza: treba ispraviti mapiranje tog polja.',
    },
  },
  quota_exceeded: {
    origin: 'agency',
    actor: 'agency',
    why: {
      en: 'the agency’s plan has no room for another listing',
      sr: 'paket agencije nema mesta za još jedan oglas',
    },
    next: {
      en: 'The agency takes a larger plan, or removes listings; those that wait longest are then sent first.',
      sr: 'Uzmite veći paket ili skinite neki oglas; prvi idu oni koji najduže čekaju.',
    },
  },
  duplicate: {
    origin: 'agency',
    actor: 'agency',
    why: { en: 'the portal already has the same property', sr: 'portal već ima istu nekretninu' },
    next: {
      en: 'The agency removes the other one, or asks the portal’s staff; then `feedsync resend --code duplicate`.',
      sr: 'Skinite drugi oglas ili se obratite portalu, pa zatražite ponovno slanje.',
    },
  },
  geo_unresolved: {
    origin: 'portal',
    actor: 'nobody',
    why: {
      en: 'the portal does not know the place that was sent',
      sr: 'portal ne poznaje mesto koje je poslato',
    },
    next: {
      en: 'Nothing to do: it is sent again when the portal’s directory of places changes.',
      sr: 'Ne morate ništa da uradite: oglas se ponovo šalje kada se promeni spisak mesta na portalu.',
    },
  },
  photo_fetch_failed: {
    origin: 'feed',
    actor: 'agency',
    why: { en: 'the portal could not load the photos', sr: 'portal nije mogao da preuzme fotografije' },
    next: {
      en: 'The agency checks that the photo addresses open without logging in.',
      sr: 'Proverite da li se adrese fotografija otvaraju bez prijave.',
    },
  },
  photo_minimum: {
    origin: 'feed',
    actor: 'agency',
    why: {
      en: 'it has fewer photos than the portal wants',
      sr: 'ima manje fotografija nego što portal traži',
    },
    next: {
      en: 'The agency adds photos in its own software.',
      sr: 'Dodajte fotografije u svom programu; oglas se potom automatski šalje.',
    },
  },
  mandate_missing: {
    origin: 'agency',
    actor: 'agency',
    why: {
      en: 'it is not stated that there is a signed brokerage contract',
      sr: 'nije potvrđeno da postoji potpisan ugovor o posredovanju',
    },
    next: {
      en: 'The agency states it; it belongs under answers: mandate_attested.',
      sr: 'Potvrdite da imate potpisan ugovor o posredovanju.',
    },
  },
  moderation_blocked: {
    origin: 'agency',
    actor: 'agency',
    why: { en: 'the portal’s staff blocked it', sr: 'osoblje portala ga je blokiralo' },
    next: {
      en: 'The agency asks the portal’s staff why; then `feedsync resend --code moderation_blocked`.',
      sr: 'Pitajte osoblje portala za razlog, pa zatražite ponovno slanje.',
    },
  },
  certification_rejected: {
    origin: 'mapping',
    actor: 'agency',
    why: {
      en: 'it did not pass the portal’s certification',
      sr: 'nije prošao prvu proveru portala',
    },
    next: {
      en: 'The staff’s note stands at the portal: correct what it asks for, which sends it again; or send it as it is with `feedsync resend --code certification_rejected`.',
      sr: 'Napomena osoblja stoji na portalu: ispravite ono što traži, pa se oglas ponovo šalje.',
    },
  },
  worker_error: {
    origin: 'portal',
    actor: 'nobody',
    why: { en: 'something went wrong at the portal', sr: 'došlo je do greške na portalu' },
    next: {
      en: 'Nothing to do now; if it lasts, send the portal the listing’s id.',
      sr: 'Za sada ne morate ništa da uradite; ako potraje, javite portalu šifru oglasa.',
    },
  },
};

/** By warning code of the spec: the listing was accepted, but part of it is missing. */
const warnings: Readonly<Record<string, Cause>> = {
  agent_not_member: {
    origin: 'agency',
    actor: 'agency',
    why: {
      en: 'the agent’s e-mail address belongs to no active member of the agency, so the listing shows no agent',
      sr: 'e-adresa agenta ne pripada aktivnom članu agencije, pa oglas nema agenta',
    },
    next: {
      en: 'The agency adds the agent at the portal; then `feedsync resend --code agent_not_member`.',
      sr: 'Dodajte agenta na portalu, pa zatražite ponovno slanje.',
    },
  },
  virtual_tour_dropped: {
    origin: 'agency',
    actor: 'agency',
    why: {
      en: 'the agency’s plan has no virtual tours, so the address was left out',
      sr: 'paket agencije nema virtuelne ture, pa je adresa izostavljena',
    },
    next: {
      en: 'The agency takes a plan with virtual tours; then `feedsync resend --code virtual_tour_dropped`.',
      sr: 'Uzmite paket sa virtuelnim turama, pa zatražite ponovno slanje.',
    },
  },
  commission_dropped: {
    origin: 'agency',
    actor: 'nobody',
    why: {
      en: 'the commission is not shown for a bank',
      sr: 'za banke se provizija ne prikazuje',
    },
    next: { en: 'Nothing to do.', sr: 'Ne morate ništa da uradite.' },
  },
  field_not_applicable: {
    origin: 'mapping',
    actor: 'partner',
    why: {
      en: 'a field does not apply to the listing’s category and was left out',
      sr: 'jedno polje ne važi za tu vrstu nekretnine i izostavljeno je',
    },
    next: {
      en: 'Nothing to do; a condition in the mapping silences the warning.',
      sr: 'Ne morate ništa da uradite.',
    },
  },
  coordinates_outside_place: {
    origin: 'feed',
    actor: 'agency',
    why: {
      en: 'its point on the map lies outside the place named',
      sr: 'tačka na mapi je izvan navedenog mesta',
    },
    next: {
      en: 'The agency corrects the point or the place in its own software.',
      sr: 'Ispravite tačku ili mesto u svom programu.',
    },
  },
  photo_cap_applied: {
    origin: 'agency',
    actor: 'agency',
    why: {
      en: 'the agency’s plan allows fewer photos, so the last ones were left out',
      sr: 'paket agencije dozvoljava manje fotografija, pa su poslednje izostavljene',
    },
    next: {
      en: 'Nothing to do; with a larger plan they are sent by themselves.',
      sr: 'Ne morate ništa da uradite; sa većim paketom automatski se šalju i ostale fotografije.',
    },
  },
};

/** The meaning of a failure code. For a code that the spec does not name, the sentence quotes the code. */
export function failureCause(code: string | null): Cause {
  return named(failures, code) ?? unknownCause(code);
}

/** The meaning of a warning code. */
export function warningCause(code: string): Cause {
  return named(warnings, code) ?? unknownCause(code);
}

function named(causes: Readonly<Record<string, Cause>>, code: string | null): Cause | null {
  return code !== null && Object.hasOwn(causes, code) ? (causes[code] ?? null) : null;
}

function unknownCause(code: string | null): Cause {
  return {
    origin: 'portal',
    actor: 'portal_staff',
    why:
      code === null
        ? { en: 'it gave no reason', sr: 'portal nije naveo razlog' }
        : {
            en: `it says ${code}, which its specification does not explain`,
            sr: `portal navodi ${code}, što njegova specifikacija ne objašnjava`,
          },
    next: { en: 'Ask the portal’s support what it means.', sr: 'Pitajte podršku portala šta to znači.' },
  };
}
