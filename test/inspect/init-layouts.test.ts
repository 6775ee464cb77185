import { beforeAll, describe, expect, it } from 'vitest';
import { proposeMapping, type FieldProposal, type Proposal } from '../../src/inspect/init/index.js';
import { hasShared, sharedDir } from '../shared-dir.js';

/** Layouts that are treated as unknown: no preset is offered. Where a person would say that each field stands. */
const layouts = {
  'estate-sistem/oglasi-25.xml': {
    source_id: ['code', 'id'],
    updated_at: ['lastupdate'],
    transaction: ['vrstaponude'],
    category: ['vrstanekretnine'],
    'title.sr': ['naslov'],
    'description.sr': ['opis'],
    'price.amount': ['cena'],
    'rent.amount': ['cena'],
    'location.place_id': ['mesto'],
    'location.address_line': ['ulica', 'naselje'],
    'structure.area_sqm': ['kvadratura'],
    attributes: ['kvadratura_a'],
    'structure.rooms': ['brojsoba'],
    'structure.bathrooms': ['brojkupatila'],
    'structure.floor': ['sprat'],
    'structure.total_floors': ['spratova'],
    'structure.heating': ['vrstagrejanja'],
    'structure.condition': ['objectstate'],
    'structure.furnished': ['namestenost'],
    'structure.building_group': ['vrstagradnje'],
    'structure.elevator': ['attribs/attrib[name=Lift]/value'],
    'structure.terrace': ['attribs/attrib[name=Terasa]/value'],
    'legal.ownership_status': ['attribs/attrib[name=Uknjižen]/value'],
    photos: ['slike/slika/url'],
    video_url: ['video_url'],
    virtual_tour_url: ['videotour'],
    'location.neighbourhood': ['naselje'],
    'structure.parking': ['attribs/attrib[name=Parking]/value'],
    'structure.garage': ['attribs/attrib[name=Garaža]/value'],
    'structure.balcony': ['attribs/attrib[name=Balkon]/value'],
    'structure.basement': ['attribs/attrib[name=Podrum]/value'],
    'structure.air_conditioning': ['attribs/attrib[name=Klima]/value'],
  },
  // Columns without names: all is told by values and by what stands beside them.
  'poliris-csv/immomatch-Annonces.csv': {
    source_id: ['#2'],
    transaction: ['#3'],
    category: ['#4'],
    'location.place_id': ['#6'],
    'location.address_line': ['#8'],
    'price.amount': ['#11'],
    'rent.amount': ['#11'],
    'structure.area_sqm': ['#16'],
    'title.sr': ['#20'],
    'description.sr': ['#21'],
    'location.lat': ['#298'],
    'location.lng': ['#299'],
    photos: ['#85..#93'],
    'agent.email': ['#107'],
  },
  'idealista/idealista-properties.json': {
    source_id: ['propertyCode'],
    transaction: ['propertyOperation/operationType'],
    category: ['propertyFeatures/featuresType'],
    'description.en': ['propertyDescriptions[descriptionLanguage=english]/descriptionText'],
    'description.de': ['propertyDescriptions[descriptionLanguage=german]/descriptionText'],
    'price.amount': ['propertyOperation/operationPrice'],
    'rent.amount': ['propertyOperation/operationPrice'],
    'location.place_id': ['propertyAddress/addressTown'],
    'location.address_line': ['propertyAddress/addressStreetName'],
    'location.lat': ['propertyAddress/addressCoordinatesLatitude'],
    'location.lng': ['propertyAddress/addressCoordinatesLongitude'],
    'structure.area_sqm': ['propertyFeatures/featuresAreaConstructed'],
    attributes: ['propertyFeatures/featuresAreaPlot'],
    'structure.rooms': ['propertyFeatures/featuresRooms'],
    'structure.bedrooms': ['propertyFeatures/featuresBedroomNumber'],
    'structure.bathrooms': ['propertyFeatures/featuresBathroomNumber'],
    'structure.floor': ['propertyAddress/addressFloor'],
    'structure.total_floors': ['propertyFeatures/featuresFloorsBuilding'],
    'structure.year_built': ['propertyFeatures/featuresBuiltYear'],
    'structure.heating': ['propertyFeatures/featuresHeatingType'],
    'structure.condition': ['propertyFeatures/featuresConservation'],
    'structure.terrace': ['propertyFeatures/featuresTerrace'],
    'structure.air_conditioning': ['propertyFeatures/featuresConditionedAir'],
    photos: ['propertyImages/imageUrl'],
    'description.ru': ['propertyDescriptions[descriptionLanguage=russian]/descriptionText'],
    'description.sr': ['propertyDescriptions[descriptionLanguage=spanish]/descriptionText'],
    'structure.furnished': ['propertyFeatures/featuresEquippedWithFurniture'],
    'structure.parking': ['propertyFeatures/featuresParkingAvailable'],
    'source.url': ['propertyUrl'],
    'agent.email': ['propertyContact/contactEmail'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

describe.skipIf(!hasShared)('a layout that no preset knows', () => {
  describe.each(Object.entries(layouts))('%s', (file, expected) => {
    let proposal: Proposal;
    beforeAll(async () => {
      const result = await proposeMapping(`${sharedDir}/feeds/${file}`);
      if (!result.ok) throw new Error(result.reason);
      proposal = result;
    });

    /** Fields that are taken from a place that is not theirs, those included that the file does not tell. */
    const wrong = (fields: readonly FieldProposal[]): string[] =>
      fields
        .filter(({ field, from }) => from !== null && !expectedFor(expected, field).includes(from))
        .map(({ field, from }) => `${field} from ${from ?? ''}`);

    it('has at least nine of ten fields from where they stand, and none from elsewhere', () => {
      const { fields } = proposal.report;
      const found = new Set(fields.filter(({ from }) => from !== null).map(({ field }) => field));
      const missing = Object.keys(expected).filter((field) => !found.has(field));
      const mistakes = [...wrong(fields), ...missing.map((field) => `${field} not found`)];
      expect(mistakes.length, mistakes.join('; ')).toBeLessThanOrEqual(found.size / 10);
    });

    it('says of whatever is wrong that it is doubtful', () => {
      expect(wrong(proposal.report.fields.filter(({ light }) => light === 'green'))).toEqual([]);
    });

    it('makes listings of all records as soon as the agency has answered', () => {
      const { listings, ready, problems, questions } = proposal.report.readiness;
      // One example has an id twice: both records wait.
      const doubled = problems
        .filter(({ code }) => code === 'duplicate_id')
        .reduce((sum, one) => sum + one.listings, 0);
      expect(ready + doubled).toBe(listings);
      expect(questions.map(({ name }) => name)).toContain('mandate_attested');
    });
  });

  it('without names, nothing is called certain', async () => {
    const result = await proposeMapping(`${sharedDir}/feeds/poliris-csv/immomatch-Annonces.csv`);
    if (!result.ok) throw new Error(result.reason);
    expect(result.report.fields.filter(({ light }) => light === 'green')).toEqual([]);
    expect(result.yaml.match(/# doubtful/g)?.length).toBeGreaterThanOrEqual(10);
  });
});

function expectedFor(expected: Record<string, readonly string[]>, field: string): readonly string[] {
  return expected[field] ?? [];
}
