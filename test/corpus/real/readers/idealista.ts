import type { Kind } from '../../ads.js';
import { textsIn, type Reader, type RealListing } from '../listing.js';

interface Property {
  propertyCode: string;
  propertyOperation: { operationType: 'sale' | 'rent'; operationPrice: number };
  propertyAddress: {
    addressTown: string;
    addressCoordinatesLatitude: number;
    addressCoordinatesLongitude: number;
  };
  propertyFeatures: Partial<Record<string, unknown>> & { featuresType: string };
  propertyDescriptions?: readonly { descriptionText: string }[];
  propertyImages?: readonly { imageOrder: number; imageLabel: string; imageUrl: string }[];
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ flat: 'apartment', house: 'house', rustic: 'house', land: 'plot', garage: 'garage' },
  ...{ premises_commercial: 'shop', office: 'shop' },
};

/** Idealista's JSON: the price has no currency, since the portal is of countries with the euro. */
export const idealista: Reader = {
  name: 'Idealista',
  read: (bytes, name) => {
    if (!name.endsWith('.json')) return null;
    const document = JSON.parse(bytes.toString('utf8')) as { customerProperties?: readonly Property[] };
    const all = document.customerProperties;
    if (!Array.isArray(all)) return null;
    const properties = all as readonly Property[];
    const doubled = (code: string): boolean =>
      properties.filter(({ propertyCode }) => propertyCode === code).length > 1;
    return {
      listings: properties.map((one) => listingOf(one, doubled(one.propertyCode))),
      feed: { currency: 'EUR' },
    };
  },
};

function listingOf(property: Property, isDoubled: boolean): RealListing {
  const { propertyOperation: operation, propertyAddress: address, propertyFeatures: features } = property;
  const figure = (name: string): number | null => {
    const value = features[`features${name}`];
    return typeof value === 'number' && value > 0 ? value : null;
  };
  const kind = kinds[features.featuresType] ?? null;
  const photos = [...(property.propertyImages ?? [])]
    .filter(({ imageLabel }) => imageLabel !== 'plan')
    .sort((a, b) => a.imageOrder - b.imageOrder)
    .map(({ imageUrl }) => imageUrl);
  return {
    id: property.propertyCode,
    ...{ offer: operation.operationType, kind, isOut: isDoubled, town: address.addressTown },
    said: {
      amount: operation.operationPrice,
      plot: figure('AreaPlot'),
      bedrooms: figure('BedroomNumber'),
      bathrooms: figure('BathroomNumber'),
      year: figure('BuiltYear'),
      text: property.propertyDescriptions?.map(({ descriptionText }) => descriptionText) ?? null,
      photos: photos.length === 0 ? null : photos,
      lat: address.addressCoordinatesLatitude,
      lng: address.addressCoordinatesLongitude,
    },
    texts: textsIn(property),
  };
}
