import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { loadMapping } from '/work/main/src/mapping/load-mapping.js';
import { createReference } from '/work/main/src/core/places.js';
import { checkListing } from '/work/main/src/wire/listing.js';
import * as V from '/work/main/src/wire/vocabulary.js';
import * as words from '/work/main/src/sandbox/vocabulary-words.js';
import { createPlaces } from '/work/main/src/sandbox/places.js';
const e=(l:any)=>l.map(([key,en,sr]:any)=>({key,labels:[en,sr]}));
const s=(l:any)=>l.map((x:any)=>({key:x.key,labels:[x.label_en,x.label_sr]}));
const vocabulary:any={version:'1',fields:{category:e(words.categories.map(c=>c.word)),heating:e(words.heating),amenity:e(words.amenities),condition:s(words.specified.condition),furnished:s(words.specified.furnished),building_group:s(words.specified.building_group),ownership_status:s(words.specified.ownership_status),legalization_status:s(words.specified.legalization_status),rental_type:s(words.specified.rental_type),room_type:s(words.specified.room_types)}};
const places=createPlaces().places.map(p=>({id:p.id,type:p.type,nameSr:p.name_sr,nameEn:p.name_en,officialCode:p.official_code,cityId:p.city_id,cityNameSr:p.city_name_sr,lat:p.lat,lng:p.lng}));
const reference=createReference(vocabulary,places);
const p=new XMLParser({parseTagValue:false,parseAttributeValue:false,ignoreAttributes:false,attributeNamePrefix:'@',htmlEntities:true,ignoreDeclaration:true,removeNSPrefix:true});
const [,, mapping, file, root, rec, over]=process.argv as any;
const l=loadMapping(readFileSync(`/work/main/mappings/${mapping}.yaml`,'utf8'),{file:mapping,overrides:{tables:{},constants:{'price.currency':'EUR','rent.currency':'EUR','rent.type':'long_term'},answers:{mandate_attested:true,owner_lives_nearby:false},idPrefix:'',timezone:'Europe/Belgrade',...(over?JSON.parse(over):{})}});
if(!l.ok){console.log(l.errors);process.exit(1)}
import { protocolSchema } from '/work/main/src/wire/protocol.js';
const doc=p.parse(readFileSync(file,'utf8'))[root];const {[rec]:recs,...header}=doc;
const protocol:any=protocolSchema.parse({});
let ok=0;
for(const value of [].concat(recs)){const m=l.mapping.map({name:rec,value,ancestors:[{name:root,attributes:{}}],header},{reference,photoMax:64});
 for(const x of m.listings){ if(x.payload){const c=checkListing({...x.payload,source:{...(x.payload as any).source,updated_at:'2020-01-01T00:00:00Z'}},{protocol,vocabulary:V.vocabularyKeys(vocabulary)});if(c.ok)ok++;else console.log(c.details);
  const {photos,description,...r}=x.payload as any;console.log(JSON.stringify({...r,photos:photos?.length,d:Object.keys(description)}),new Date(x.feedUpdatedAt!).toISOString(),m.codes)}}
 for(const i of m.issues)console.log('   ',i.severity,i.code,i.pointer,i.message,i.value?.slice(0,60)??'');
}
console.log('ok',ok);
const t=performance.now();let n=0;while(performance.now()-t<2000){for(const value of [].concat(recs)){l.mapping.map({name:rec,value,ancestors:[],header},{reference,photoMax:64});n++}}
console.log('us/record',(performance.now()-t)*1000/n);
{const raw=readFileSync(file,'utf8').match(new RegExp(`<${rec}>[\\s\\S]*?</${rec}>`,'g'))!;const t=performance.now();let n=0;while(performance.now()-t<2000){for(const r of raw){p.parse(r);n++}}console.log('parse us/record',(performance.now()-t)*1000/n);}
{const t=performance.now();let n=0;while(performance.now()-t<2000){for(const value of [].concat(recs)){l.mapping.map({name:rec,value,ancestors:[],header},{reference,photoMax:64});n++}}
console.log('map us/record',(performance.now()-t)*1000/n);}
