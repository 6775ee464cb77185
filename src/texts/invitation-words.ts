import type { Sentence } from '../model/sentence.js';

/** What the mail of an invitation says. `link` stands between `lead` and `note`. */
export interface InvitationWords {
  subject: string;
  lead: string;
  note: string;
  /** Whom to ask. */
  help: string;
}

/** @param of.agency title of the agency; null: the account is of none that was set up here. `by`: a colleague who invites; null: the operator of the import */
export function invitationWords({
  agency,
  account,
  by,
}: {
  agency: string | null;
  account: string;
  by: string | null;
}): { sr: InvitationWords; en: InvitationWords } {
  return {
    sr: {
      subject:
        agency === null ? 'Poziv: oglasi na portalu' : `Poziv: oglasi agencije \`${agency}\` na portalu`,
      lead: `${by === null ? 'Pozvani ste' : `\`${by}\` vas poziva`} da pratite i uređujete kako oglasi${agency === null ? '' : ` agencije \`${agency}\``} idu na portal. Otvorite link i izaberite lozinku. Prijavljujete se adresom \`${account}\`.`,
      note: 'Link važi jednom, sedam dana. On samo otvara stranicu: ništa se ne menja dok na njoj ne izaberete lozinku. Ako ovaj poziv ne očekujete, ne morate ništa da uradite.',
      help: 'Na pitanja odgovara operater uvoza.',
    },
    en: {
      subject:
        agency === null
          ? 'Invitation: listings on the portal'
          : `Invitation: listings of ${agency} on the portal`,
      lead: `${by === null ? 'You are invited' : `${by} invites you`} to follow and arrange how the listings${agency === null ? '' : ` of ${agency}`} go to the portal. Open the link and choose a password. You sign in as ${account}.`,
      note: 'The link works once, for seven days. It only opens a page: nothing changes until you choose a password there. If you do not expect this invitation, there is nothing to do.',
      help: 'Questions? Ask the operator of the import.',
    },
  };
}

export const noMailServer: Sentence = {
  sr: 'Poziv ne može da se pošalje poštom: u konfiguraciji nema servera za poštu (`notices.smtp`). Napravite link i pošaljite ga sami. Ništa nije promenjeno.',
  en: 'The invitation cannot be mailed: the configuration names no mail server (notices.smtp). Make a link and send it yourself. Nothing was changed.',
};
export const noPublicAddress: Sentence = {
  sr: 'Poziv ne može da se pošalje poštom: u konfiguraciji nema adrese konzole (`server.public_url`). Napravite link i pošaljite ga sami. Ništa nije promenjeno.',
  en: 'The invitation cannot be mailed: the configuration names no address of the console (server.public_url). Make a link and send it yourself. Nothing was changed.',
};
export const mailedJustNow: Sentence = {
  sr: 'Poziv je na tu adresu poslat pre manje od deset minuta. Pogledajte i neželjenu poštu, pa pokušajte kasnije. Ništa nije promenjeno.',
  en: 'An invitation was mailed to that address less than ten minutes ago. Look among unwanted mail too, and try later. Nothing was changed.',
};
export const mailedOften: Sentence = {
  sr: 'Na tu adresu je danas već poslato pet poziva. Napravite link i pošaljite ga sami, ili pokušajte sutra. Ništa nije promenjeno.',
  en: 'Five invitations were mailed to that address today. Make a link and send it yourself, or try tomorrow. Nothing was changed.',
};

/** @param name what is stored in place of the address */
export function noMailAddress(name: string): Sentence {
  const isEmpty = name === '';
  return {
    sr: `${isEmpty ? 'Agencija nema e-adresu' : `„${name}” nije e-adresa`}: upišite je kod agencije, pa pošaljite poziv. Ništa nije promenjeno.`,
    en: `${isEmpty ? 'The agency has no e-mail address' : `“${name}” is no e-mail address`}: write it into the agency's details, then send the invitation. Nothing was changed.`,
  };
}
