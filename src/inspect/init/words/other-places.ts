/** Groups of a record whose names and places are not the listing's, but those of the agency, a document, a station or the building. */
export const otherPlaces =
  /(^|\/)(agent|agency|agencija|agentur|agence|agenzia|contact|kontakt|kontaktperson|propertycontact|publisher|user|owner|vlasnik|seller|prodajalec|sales-agent|salesagent|anbieter|listingagent|vendordetails|metro|documents?|blueprints?|floorplans?|floor_plan|energy[-_a-z]*|auction[-_a-z]*|inspection[a-z]*|phones?|developer|house|jk|building_?state)(\/|$)/i;
