/**
 * The answer of an agency that does not know: as the constant of a field that is asked for, it parks the listings that need one, and its
 * partner is asked.
 */
export const askPartner = 'ask_partner';

/** The code of the issue of a listing that is parked so. */
export const askedPartnerCode = 'partner_asked';
