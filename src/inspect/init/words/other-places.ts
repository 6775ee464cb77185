/** Groups of a record whose names and addresses are the agency's, not the listing's. */
export const otherPlaces =
  /(^|\/)(agent|agency|agencija|agentur|agence|agenzia|contact|kontakt|kontaktperson|propertycontact|publisher|user|owner|vlasnik|seller|prodajalec|sales-agent|salesagent|anbieter|listingagent|vendordetails|metro|documents?|blueprints?|floorplans?|floor_plan|energy[-_a-z]*|auction[-_a-z]*|inspection[a-z]*|phones?|developer|house|jk|building_?state)(\/|$)/i;
