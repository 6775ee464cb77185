/**
 * Field names of exports by concept, in Serbian, English, German, Spanish, Italian, French, Polish, Russian and Slovene, in the form in
 * which names are compared (`fold`, no separators). The most reliable names come first. Besides payload fields, the concepts include
 * units, periods and currencies, which help to read the others.
 */
export const nameWords = {
  id: `external_id unique_id property_code home_listing_id id_oglasa id code sifra oznaka objekt_nr objektnr objektid anbieter_objekt_id
    objektnr_extern openimmo_obid property_id listing_id ad_id oglas_id internal_id codigo codice identificativo identifiant annonce_id
    agent_ref numer id_oferty nomer kod oferta_id nr uid guid propertycode reference referencia riferimento ref`,
  code: `ref reference referencia riferimento agency_ref agency_code interna_sifra evidencioni_broj objektnr_intern propertyreference
    numer_oferty mandat no_mandat`,
  updated: `last_update last_updated lastupdate date_updated update_date last_update_date last_modified updated_at updated modified
    modification_date mod_time modified_date aktualizacija datum_izmene azurirano izmenjeno dataaktualizacji data_aktualizacji
    aenderungsdatum stand_vom letzte_aenderung fecha_modificacion fecha_actualizacion data_modifica data_aggiornamento date_maj
    date_modification data_izmeneniya timestamp date datum fecha data`,
  created: `creation_date created_at created create_date day_start daystart date_added datum_unosa publish_date erstellt fecha_alta
    data_dodania date_creation`,
  transaction: `transaction transaction_type transactiontype vrsta_ponude tip_transakcije tip_ponude operation operation_type deal_type
    deal offer_type ponuda prodaja_izdavanje vermarktungsart vermarktung angebotsart tipo_operacion operacion tipo_contratto contratto
    contract_type type_transaction type_offre transakcja rodzaj_transakcji typ_transakcji vid_sdelki tip_sdelki sdelka posredovanje
    listing_type sale_or_rent rent_or_sale trans_type_id type tip vrsta availability status`,
  category: `category property_type propertytype vrsta_nekretnine tip_nekretnine kategorija kategorija_nekretnine objektart objekt_art
    immobilienart tipo_inmueble tipo_propiedad tipo_immobile tipologia categoria categorie type_bien type_de_bien rodzaj_nieruchomosci
    typ_nieruchomosci kategoria rodzaj tip_nedvizhimosti kategorija_objekta vrsta_nepremicnine features_type building_type
    object_type house_type land_category commercial_category commercial_type property_sub_type building type tip vrsta`,
  title: `title naslov headline ueberschrift objekttitel titolo titulo titre intitule tytul nazov naziv zagolovok nazvanie ime heading
    name subject libelle keywords`,
  description: `description opis desc description_text content text objektbeschreibung beschreibung descripcion descrizione descriptif
    texte opisanie besedilo tekst long_description full_description body comments remarks details summary annotation info`,
  price: `price cena cijena kaufpreis preis precio prezzo prix tsena price_value operation_price list_price asking_price sale_price
    prodajna_cena cena_eur cena_rsd price_eur kwota cena_brutto stoimost price_amount value_price amount purchase_price importo`,
  rent: `rent rent_amount kaltmiete nettokaltmiete miete monthly_rent mesecna_renta kirija renta najam zakup loyer alquiler affitto
    canone czynsz_najmu arendnaya_plata rental_price warmmiete pauschalmiete cena_najma`,
  currency: `currency valuta waehrung moneda divisa devise waluta iso_waehrung currency_code iso_currency`,
  period: `period freq frequency rent_period price_period periodo zeiteinheit okres price_unit rent_frequency let_rent_frequency`,
  area: `area total_area area_total area_sqm povrsina kvadratura living_area wohnflaeche size area_size floor_area superficie surface surface_habitable
    powierzchnia ploshad obshaya_ploshad total_area built area_constructed built_area gross_area square velikost metratura mq m2 sqm
    metraz usable_area area_usable nutzflaeche superficie_construida superficie_util built_up_area sup`,
  plot_area: `plot_area lot_area land_area povrsina_placa povrsina_zemljista grundstuecksflaeche grundstuecksgroesse plot parcela
    parcela_m2 area_plot superficie_parcela superficie_terreno surface_terrain powierzchnia_dzialki ploshad_uchastka kvadratura_a
    zemljiste land_size`,
  unit: `unit area_unit jedinica unita unite unidad einheit size_unit`,
  rooms: `rooms broj_soba brojsoba sobe room_count num_rooms number_of_rooms zimmer anzahl_zimmer rooms_number habitaciones locali vani
    numero_locali nb_pieces pieces liczba_pokoi liczbapokoi pokoje kolichestvo_komnat komnat stevilo_sob struktura`,
  bedrooms: `bedrooms beds broj_spavacih spavace_sobe bedroom_number num_bedrooms schlafzimmer anzahl_schlafzimmer dormitorios
    habitaciones camere_da_letto camere nb_chambres chambres sypialnie liczba_sypialni spalni spalnice`,
  bathrooms: `bathrooms baths broj_kupatila brojkupatila kupatila bathroom_number num_bathrooms badezimmer anzahl_badezimmer banos bagni
    salles_de_bain nb_sdb lazienki liczba_lazienek sanuzel kopalnice numero_bagni`,
  floor: `floor sprat sprat_stana etage floor_number etaza address_floor piso_planta planta piano pietro etazh nadstropje kat`,
  total_floors: `total_floors spratova spratnost ukupno_spratova broj_spratova floors_total floors number_of_floors num_floors etagenzahl
    anzahl_etagen plantas totale_piani numero_piani nb_etages liczbapieter liczba_pieter etazhnost kolichestvo_etazhey`,
  year_built: `year_built building_year built_year construction_year godina_gradnje godina_izgradnje godina baujahr
    ano_construccion anno_costruzione anno annee_construction rok_budowy rokbudowy god_postroyki leto_gradnje year`,
  heating: `heating heating_type vrsta_grejanja vrstagrejanja grejanje grijanje heizung heizungsart calefaccion riscaldamento chauffage
    chauffage_type type_chauffage ogrzewanie otoplenie ogrevanje features_heating_type heating_system`,
  fuel: `energent fuel energy_source befeuerung combustible energie_chauffage gorivo`,
  condition: `condition object_state objectstate stanje stanje_objekta zustand objektzustand estado conservation stato stato_immobile
    etat stan_nieruchomosci stannieruchomosci sostoyanie renovation remont`,
  furnished: `furnished namestenost namesten opremljenost furniture moebliert amueblado arredato arredamento meuble umeblowanie mebel
    is_furnished let_furn_id furnishing`,
  building_group: `building_group vrsta_gradnje vrstagradnje gradnja new_build is_new new_building newly_built neubau obra_nueva rynek
    novostroyka new_home_flag`,
  city: `city mesto grad town location_city locality_name locality address_town ort stadt ciudad poblacion municipio citta comune ville
    commune miasto miejscowosc gorod naseleno_mesto kraj naselje_mesto location_locality place lokacija location`,
  municipality: `municipality opstina opcina gradska_opstina city_area kreis gemeinde distrito quartiere arrondissement gmina rayon
    obcina sub_locality_name`,
  neighbourhood: `neighbourhood neighborhood naselje kvart deo_grada gradska_lokacija suburb ortsteil barrio urbanizacion zona zone quartier
    dzielnica osiedle mikrorayon location_detail district okolica`,
  address: `address ulica street address_line street_name adresa address_street_name strasse direccion calle indirizzo via adresse rue
    adres naslov_nepremicnine display_address location_address thoroughfare`,
  house_number: `house_number kucni_broj street_number hausnummer address_street_number numero_civico civico numero_calle`,
  lat: `latitude lat geo_lat breitengrad latitud latitudine szerokosc shirota address_coordinates_latitude n_geo_y`,
  lng: `longitude lng lon long geo_lng laengengrad longitud longitudine dlugosc dolgota address_coordinates_longitude n_geo_x`,
  photos: `photos images pictures slike fotografije image photo picture slika img foto fotos image_url picture_url photo_url image_link
    full_url immagini immagine bilder bild zdjecia zdjecie kartinki media_image anhang pfad url_photo pictureurl imgurl`,
  caption: `caption image_title picture_title image_label anhangtitel bildtitel legenda`,
  video: `video_url video_schema video videos video_link youtube wideo videolink video_tour`,
  virtual_tour: `virtual_tour_url virtual_tour videotour tour_3d visita_virtual virtuelle_tour wirtualnawizyta virtualni_obilazak
    visite_virtuelle`,
  url: `url link web_url ad_url property_url external_link page_url href`,
  elevator: `elevator lift aufzug fahrstuhl ascensor ascensore ascenseur winda liftes dvigalo`,
  parking: `parking parking_mesto parking_available parkplatz stellplatz aparcamiento posto_auto parcheggio miejsce_parkingowe parkirisce
    parkiralno_mesto parking_space`,
  garage: `garage garaza garages garaje box garaz garazh`,
  balcony: `balcony balkon balcon balcone balkon_terrasse`,
  terrace: `terrace terasa terrasse terraza terrazzo taras`,
  basement: `basement podrum cellar keller sotano cantina cave piwnica podval klet`,
  air_conditioning: `air_conditioning klima aircon conditioned_air klimaanlage aire_acondicionado climatizzazione climatisation
    klimatyzacja kondicioner`,
  registered: `registered uknjizen uknjizeno uknjizenost legalno`,
  deposit: `deposit_months depozit_meseci`,
  available: `available_from date_available available_at useljivo_od frei_ab verfuegbar_ab disponible_desde disponibilita disponible_le
    zwalniane_od`,
  amenities: `amenities oprema features feature dodatno extras characteristics caracteristicas ausstattung udogodnienia option`,
  agent_email: `agent_email email e_mail kontakt_email email_direkt contact_email`,
} as const;

/** Groups of a record whose names and addresses are the agency's, not the listing's. */
export const otherPlaces =
  /(^|\/)(agent|agency|agencija|agentur|agence|agenzia|contact|kontakt|kontaktperson|propertycontact|publisher|user|owner|vlasnik|seller|prodajalec|sales-agent|salesagent|anbieter|listingagent|vendordetails|metro|documents?|blueprints?|floorplans?|floor_plan|energy[-_a-z]*|auction[-_a-z]*|inspection[a-z]*|phones?|developer|house|jk|building_?state)(\/|$)/i;
