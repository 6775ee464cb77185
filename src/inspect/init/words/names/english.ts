import type { NameTongue } from './tongue.js';

export const english: NameTongue = {
  names: {
    id: `external_id unique_id property_code home_listing_id id code property_id listing_id ad_id internal_id agent_ref uid guid
      reference ref listing_number property_number record_id item_id object_id offer_id reference_number ref_no listing_key mls_id mls_number`,
    code: `ref reference agency_ref agency_code propertyreference`,
    updated: `last_update last_updated lastupdate date_updated update_date last_update_date last_modified updated_at updated modified
      modification_date mod_time modified_date updated_on modified_at modified_on date_modified last_change change_date changed changed_at
      amended amended_on revised revision_date edited edited_at last_edited timestamp date`,
    created: `creation_date created_at created create_date day_start daystart date_added publish_date created_on date_created added added_on
      listed listed_on listing_date date_listed published published_at first_published entry_date posted posted_on date_posted`,
    transaction: `transaction transaction_type operation operation_type deal_type deal offer_type contract_type listing_type sale_or_rent
      rent_or_sale trans_type_id offer for_sale_or_rent sale_rent advert_type purpose type availability status`,
    category: `category property_type features_type building_type object_type house_type land_category commercial_category commercial_type
      property_sub_type property_category real_estate_type home_type estate_type building property_kind kind type`,
    title: `title headline heading header ad_title listing_title property_title property_name listing_name name subject short_description short_desc teaser tagline summary keywords`,
    description: `description desc description_text content text long_description full_description body main_description public_remarks
      property_description listing_description ad_text advert_text comments remarks details summary annotation info`,
    price: `price price_value operation_price list_price asking_price sale_price price_eur price_amount value_price amount purchase_price
      selling_price total_price sales_price sum_total sum total price_total full_price current_price cost value`,
    rent: `rent rent_amount monthly_rent rental_price rent_price rent_per_month price_per_month monthly_price rental_amount lease_price`,
    currency: `currency currency_code iso_currency price_currency curr`,
    period: `period freq frequency rent_period price_period price_unit rent_frequency let_rent_frequency billing_period`,
    area: `area total_area area_total area_sqm living_area size area_size floor_area surface built area_constructed built_area gross_area
      square sqm m2 usable_area area_usable built_up_area sqr_m sq_m sqmt square_meters square_metres square_feet sqft living_space
      floor_space internal_area interior_area floor_size living_size surface_area net_area habitable_area living m_cons`,
    plot_area: `plot_area lot_area land_area plot area_plot land_size plot_size lot_size lot land site_area plot_surface land_surface
      acreage`,
    unit: `unit area_unit size_unit unit_of_area units`,
    rooms: `rooms room_count num_rooms number_of_rooms rooms_number no_of_rooms total_rooms rooms_total`,
    bedrooms: `bedrooms beds bedroom_number num_bedrooms number_of_bedrooms bedroom bed no_of_bedrooms bedrooms_count bedrooms_total br bdrms`,
    bathrooms: `bathrooms baths bathroom_number num_bathrooms number_of_bathrooms bathroom bath bathrooms_count bathrooms_total`,
    floor: `floor floor_number address_floor level storey floor_no on_floor`,
    total_floors: `total_floors floors_total floors number_of_floors num_floors levels storeys floor_count total_levels building_floors
      floors_count no_of_floors stories`,
    year_built: `year_built building_year built_year construction_year year year_of_construction build_year built_in year_constructed built`,
    heating: `heating heating_type features_heating_type heating_system heat`,
    fuel: `fuel energy_source fuel_type`,
    condition: `condition object_state property_condition conservation renovation state_of_repair`,
    furnished: `furnished furniture is_furnished let_furn_id furnishing furnishings`,
    building_group: `building_group new_build is_new new_building newly_built new_home_flag new_construction`,
    city: `city town location_city locality_name locality address_town place location location_locality city_name town_name address_city
      settlement`,
    municipality: `municipality city_area sub_locality_name borough county`,
    neighbourhood: `neighbourhood neighborhood suburb zone location_detail district quarter subdistrict area`,
    address: `address street address_line street_name address_street_name display_address location_address thoroughfare street_address
      address1 address_line_1`,
    house_number: `house_number street_number address_street_number house_no street_no`,
    lat: `latitude lat geo_lat address_coordinates_latitude coord_lat gps_lat map_lat location_lat`,
    lng: `longitude lng lon long geo_lng address_coordinates_longitude coord_lng gps_lng gps_lon map_lng map_lon geo_lon location_lng`,
    photos: `photos images pictures image photo picture img image_url picture_url photo_url image_link full_url media_image pictureurl imgurl
      image_urls photo_urls gallery main_image main_photo cover_image photo_links image_links`,
    caption: `caption image_title picture_title image_label photo_caption image_caption`,
    video: `video_url video_schema video videos video_link youtube video_tour videolink`,
    virtual_tour: `virtual_tour_url virtual_tour tour_3d videotour virtual_tour_link`,
    url: `url link web_url ad_url property_url external_link page_url href listing_url detail_url permalink website_url`,
    elevator: `elevator lift liftes has_lift has_elevator`,
    parking: `parking parking_available parking_space has_parking parking_place`,
    garage: `garage has_garage`,
    balcony: `balcony has_balcony`,
    terrace: `terrace has_terrace`,
    basement: `basement cellar has_basement`,
    air_conditioning: `air_conditioning aircon conditioned_air air_conditioner ac`,
    registered: `registered`,
    deposit: `deposit_months`,
    available: `available_from date_available available_at availability_date move_in_date`,
    amenities: `amenities amenity features feature extras characteristics option equipment`,
    agent_email: `agent_email email e_mail contact_email`,
  },
  decoys: {
    advertiser: `agent agency agents broker realtor advertiser seller owner landlord contact publisher user company account lister
      poster vendor developer investor brand office_name office_id`,
    charges: `tax taxes fee fees commission charge charges utilities hoa maintenance vat_amount insurance mortgage installment`,
    count: `photo_count image_count images_count photos_count picture_count number_of_photos number_of_images views view_count visits clicks`,
    deposit_sum: `deposit security_deposit bond guarantee`,
    distance: `distance`,
    energy: `energy epc co2 emission emissions consumption`,
    expires: `expires expiry expiration valid_until valid_to end_date deadline auction_date inspection_date viewing_date`,
    former_price: `old previous former original initial reduced_from price_change discount estimate estimated min max lowest highest`,
    logo: `logo qr qrcode qr_code barcode watermark avatar banner icon portrait map_image static_map screenshot thumbnail placeholder badge
      flag_image`,
    note: `note notes internal private_note memo private_remarks internal_remarks internal_comment admin`,
    other_text: `area_description location_description neighbourhood_description neighborhood_description district_description
      room_description meta_description seo_description building_description terms_description equipment_description
      city_description meta_title seo_title meta_keywords`,
    part: `terrace balcony garage basement cellar kitchen loggia veranda attic living_room bathroom garden yard parking storage carport
      office_space`,
    phone: `phone telephone tel mobile fax whatsapp viber`,
    plan: `floor_plan floorplan floorplans floor_plans blueprint blueprints site_plan plan_url`,
    post_code: `zip zipcode zip_code postal post_code postcode postal_code`,
    room_count: `toilets kitchens half_baths parking_spaces garages_count`,
    set_up: `created creation added publish published posted listed entry`,
  },
  gross: `gross built constructed`,
  fillers: `the of in for a an and is has no number num nr count property listing listings real estate ad advert item object value total
    param params parameter parameters parametr parametry parametre parametri parametar attribute attributes atribut atributi option
    main current eur euro euros rsd usd data field m2 sqm`,
};
