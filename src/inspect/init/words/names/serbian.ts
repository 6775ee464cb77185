import type { NameTongue } from './tongue.js';

/** Serbian, Croatian, Bosnian and Montenegrin. */
export const serbian: NameTongue = {
  names: {
    id: `id_oglasa sifra oznaka oglas_id sifra_oglasa sifra_nekretnine id_nekretnine broj_oglasa sifra_ponude id_ponude sifra_objekta
      id_objekta jedinstvena_sifra r_br redni_broj evidencijski_broj sif sifra_stana`,
    code: `interna_sifra evidencioni_broj interni_broj interna_oznaka`,
    updated: `aktualizacija datum_izmene azurirano izmenjeno datum_izmjene izmijenjeno datum_azuriranja poslednja_izmena zadnja_izmjena
      posljednja_izmjena zadnja_izmena vreme_izmene vrijeme_izmjene promenjeno promijenjeno datum_promene datum_promjene azuriran
      poslednje_azuriranje osvezeno osvjezeno menjano mijenjano menjan mijenjan izmenjen izmijenjen izmena izmjena azuriranje azuriranje_oglasa zadnja_promena zadnja_promjena poslednja_promena posljednja_promjena promena promjena dat_izm dat_izmene dat_izmjene dat_prom dat_azur
      obnovljeno obnovljen obnova datum_obnove datum`,
    created: `datum_unosa datum_kreiranja kreirano datum_objave objavljeno datum_postavljanja postavljeno uneto uneseno datum_dodavanja
      dodato datum_oglasa datum_upisa dat_unosa dat_unos dat_objave`,
    transaction: `vrsta_ponude tip_transakcije tip_ponude ponuda prodaja_izdavanje tip_oglasa vrsta_oglasa vrsta_usluge tip_usluge usluga transakcija
      vrsta_transakcije prodaja_najam prod_izd prod_najam pr_izd prod_iznajm namena_oglasa vrsta_posla tip_posla izdavanje_prodaja svrha tip vrsta`,
    category: `vrsta_nekretnine tip_nekretnine kategorija kategorija_nekretnine tip_objekta vrsta_objekta kategorija_objekta
      podkategorija potkategorija vrsta_nekr tip_nekr nekretnina tip vrsta`,
    title: `naslov nazov naziv naslov_oglasa naziv_oglasa naziv_nekretnine naslov_ponude ime`,
    description: `opis tekst opis_oglasa opis_nekretnine tekst_oglasa detaljan_opis dugi_opis opis_objekta opis_stana puni_opis detalji`,
    price: `cena cijena prodajna_cena cena_eur cena_rsd prodajna_cijena cena_nekretnine cijena_nekretnine ukupna_cena ukupna_cijena
      trazena_cena trazena_cijena cijena_eur cijena_km iznos cena_prodaje cijena_prodaje cena_evra cena_u_evrima cijena_u_eurima
      cena_ukupno cijena_ukupno cen cij vrednost vrijednost akcija na_akciji snizeno promo`,
    rent: `mesecna_renta kirija renta najam zakup cena_najma mesecna_kirija cijena_najma mjesecna_kirija najamnina zakupnina
      mjesecni_najam cena_zakupa cena_izdavanja cijena_izdavanja mesecni_zakup mjesecna_najamnina`,
    currency: `valuta valuta_cene valuta_cijene moneta sifra_valute`,
    period: `period placanje nacin_placanja_kirije obracun dinamika_placanja`,
    area: `povrsina kvadratura metraza stambena_povrsina povrsina_stana povrsina_objekta ukupna_povrsina korisna_povrsina povrsina_m2
      kvadrata kvadrati velicina neto_povrsina povrsina_kuce povrsina_nekretnine kv_m kvm kvad povr pov`,
    plot_area: `povrsina_placa povrsina_zemljista parcela parcela_m2 kvadratura_a zemljiste povrsina_parcele velicina_placa plac okucnica
      povrsina_okucnice zemlja kvadratura_placa kvadratura_zemljista dvoriste povrsina_dvorista velicina_parcele placa okucnica_m2 m_parcela`,
    unit: `jedinica jedinica_mere jedinica_mjere mera jm`,
    rooms: `broj_soba brojsoba sobe struktura sobnost soba br_soba broj_prostorija br_prostorija sobe_broj sob`,
    bedrooms: `broj_spavacih spavace_sobe broj_spavacih_soba br_spavacih br_spavacih_soba spavacih_soba spavacih spav`,
    bathrooms: `broj_kupatila brojkupatila kupatila kupatilo broj_kupaonica kupaonice kupaonica br_kupatila br_kupaonica kupatila_broj kup kupat`,
    floor: `sprat sprat_stana etaza kat kat_stana na_spratu broj_sprata spr`,
    total_floors: `spratova spratnost ukupno_spratova broj_spratova katova broj_katova ukupno_katova katnost broj_etaza br_spratova
      spratnost_objekta spratnost_zgrade etaznost br_katova ukupan_broj_spratova br_etaza uk_spr uk_sprat uk_spratova`,
    year_built: `godina_gradnje godina_izgradnje godina god_gradnje god_izgradnje godiste godina_objekta izgradjeno god_grad god_izgr godina_gradj god_gradj`,
    heating: `vrsta_grejanja vrstagrejanja grejanje grijanje tip_grejanja vrsta_grijanja tip_grijanja sistem_grejanja grejanje_tip nacin_grejanja
      nacin_grijanja grej grij gr`,
    fuel: `energent gorivo`,
    condition: `stanje stanje_objekta stanje_nekretnine stanje_stana`,
    furnished: `namestenost namesten opremljenost namesteno namjesten namjestenost namjesteno opremljen namestaj`,
    building_group: `vrsta_gradnje vrstagradnje gradnja tip_gradnje novogradnja`,
    city: `mesto grad naseleno_mesto naselje_mesto lokacija mjesto naseljeno_mjesto grad_mesto gr`,
    municipality: `opstina opcina gradska_opstina opst opc`,
    neighbourhood: `naselje kvart deo_grada gradska_lokacija okolica dio_grada mikrolokacija gradska_cetvrt cetvrt rejon`,
    address: `ulica adresa ulica_i_broj ulica_naziv naziv_ulice adresa_nekretnine ul`,
    house_number: `kucni_broj broj_kuce kbr`,
    lat: `geografska_sirina sirina koordinata_sirina geo_sirina`,
    lng: `geografska_duzina duzina koordinata_duzina geo_duzina`,
    photos: `slike fotografije slika foto fotos fotografija galerija slike_oglasa linkovi_slika url_slike url_slika slike_url`,
    caption: `legenda opis_slike naslov_slike`,
    video: `snimak video_snimak`,
    virtual_tour: `virtualni_obilazak virtuelna_setnja virtualna_setnja virtuelna_tura virtualna_tura`,
    url: `link_oglasa adresa_oglasa veza poveznica url_oglasa web_adresa`,
    elevator: `lift ima_lift dizalo`,
    parking: `parking_mesto parking parking_mjesto parkiranje parking_mesta parking_mjesta`,
    garage: `garaza garazno_mesto garazno_mjesto`,
    balcony: `balkon`,
    terrace: `terasa`,
    basement: `podrum`,
    air_conditioning: `klima klima_uredjaj klimatizacija`,
    registered: `uknjizen uknjizeno uknjizenost legalno uknjizba upisano`,
    deposit: `depozit_meseci`,
    available: `useljivo_od useljivo useljivost datum_useljenja slobodno_od dostupno_od`,
    amenities: `oprema dodatno dodatna_oprema karakteristike sadrzaji pogodnosti osobine dodaci`,
    agent_email: `kontakt_email email_agenta email_agencije`,
  },
  decoys: {
    advertiser: `oglasiva* agen* posrednik* vlasnik* prodavac prodavca prodava* kontakt* investitor* korisnik* firma firme operater
      saradnik zastupnik poslovnica filijala ured ureda izdavac izdavaoc`,
    charges: `porez* taks* provizij* infostan* rezij* komunalij* odrzavanj* trosk* troso* naknad* doplat* rata rate kredit* racun* pdv_iznos
      mesecni_troskovi`,
    count: `broj_slika br_slika broj_fotografija pregled* broj_pregleda poset*`,
    deposit_sum: `depozit* kaucij* kapar* polog* jamcevin*`,
    distance: `udaljen* rastojanj*`,
    energy: `energetsk* razred_energije potrosnj*`,
    expires: `istek* istic* vazi_do vazenj* traje_do kraj_oglasa`,
    former_price: `star* prethodn* ranij* pocetn* popust* procen* procjen* najniz* najvis* snizenj* promen* promjen* min maks`,
    logo: `logo* qr qrkod* bar_kod vodeni_zig zig ikona ikonica mapa karta`,
    note: `napomen* belesk* biljesk* interna interno interni intern zabelesk* zabiljesk* komentar*`,
    other_text: `opis_lokacije opis_kraja opis_naselja opis_okoline opis_agencije opis_sobe opis_prostorija
      opis_zgrade opis_grejanja opis_opreme opis_mesta opis_mjesta opis_grada opis_kvarta meta_opis`,
    part: `teras* balkon* garaz* podrum* kuhinj* lodj* lođ* ostav* tavan* potkrovlj* parking* dnevn* bast* sobe_m2 kupatil* kupaon* spremist*`,
    phone: `telefon* tel mob mobilni mobitel fiksni`,
    plan: `tlocrt* osnova osnove skica skic* nacrt*`,
    post_code: `ptt postanski* posta postbroj`,
    room_count: `broj_toaleta toalet* wc broj_terasa broj_balkona broj_garaza broj_parking* broj_lodja broj_kuhinja`,
    set_up: `unosa unos kreiran* objave objav* postavljanj* postavlj* dodavanj* dodat* unet* unes* upisa`,
  },
  gross: `bruto`,
  fillers: `u i na za od do je ima sa broj br nekretnine nekretnina nekretninu oglasa oglas ponude objekta objekat stana stan vrednost ukupno ukupna evra eura
    evro din dinara km podatak polje`,
};
