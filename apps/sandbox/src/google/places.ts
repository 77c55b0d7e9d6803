export interface Place {
  id: string
  name: string
  street: string
  city: string
  region: string
  zip: string
  country: 'USA' | 'Canada'
  latitude: number
  longitude: number
  timeZone: string
  phone: string
  website: string | null
}

type Town = Pick<Place, 'city' | 'region' | 'country' | 'latitude' | 'longitude' | 'timeZone'> & { area: string }

const us = (city: string, region: string, latitude: number, longitude: number, zone: string, area: string): Town => ({
  city,
  region,
  country: 'USA',
  latitude,
  longitude,
  timeZone: `America/${zone}`,
  area,
})
const ca = (...town: Parameters<typeof us>): Town => ({ ...us(...town), country: 'Canada' })

const SEATTLE = us('Seattle', 'WA', 47.61, -122.33, 'Los_Angeles', '206')
const PORTLAND = us('Portland', 'OR', 45.52, -122.68, 'Los_Angeles', '503')
const SAN_FRANCISCO = us('San Francisco', 'CA', 37.77, -122.42, 'Los_Angeles', '415')
const LOS_ANGELES = us('Los Angeles', 'CA', 34.05, -118.24, 'Los_Angeles', '213')
const SAN_DIEGO = us('San Diego', 'CA', 32.72, -117.16, 'Los_Angeles', '619')
const PHOENIX = us('Phoenix', 'AZ', 33.45, -112.07, 'Phoenix', '602')
const DENVER = us('Denver', 'CO', 39.74, -104.99, 'Denver', '303')
const BOISE = us('Boise', 'ID', 43.62, -116.2, 'Boise', '208')
const AUSTIN = us('Austin', 'TX', 30.27, -97.74, 'Chicago', '512')
const HOUSTON = us('Houston', 'TX', 29.76, -95.37, 'Chicago', '713')
const CHICAGO = us('Chicago', 'IL', 41.88, -87.63, 'Chicago', '312')
const NASHVILLE = us('Nashville', 'TN', 36.16, -86.78, 'Chicago', '615')
const MINNEAPOLIS = us('Minneapolis', 'MN', 44.98, -93.27, 'Chicago', '612')
const ATLANTA = us('Atlanta', 'GA', 33.75, -84.39, 'New_York', '404')
const MIAMI = us('Miami', 'FL', 25.77, -80.19, 'New_York', '305')
const NEW_YORK = us('New York', 'NY', 40.75, -73.99, 'New_York', '212')
const BROOKLYN = us('Brooklyn', 'NY', 40.68, -73.94, 'New_York', '718')
const BOSTON = us('Boston', 'MA', 42.36, -71.06, 'New_York', '617')
const DETROIT = us('Detroit', 'MI', 42.33, -83.05, 'Detroit', '313')
const INDIANAPOLIS = us('Indianapolis', 'IN', 39.77, -86.16, 'Indiana/Indianapolis', '317')
const HONOLULU: Town = { ...us('Honolulu', 'HI', 21.31, -157.86, '', '808'), timeZone: 'Pacific/Honolulu' }
const ANCHORAGE = us('Anchorage', 'AK', 61.22, -149.9, 'Anchorage', '907')
const TORONTO = ca('Toronto', 'ON', 43.65, -79.38, 'Toronto', '416')
const VANCOUVER = ca('Vancouver', 'BC', 49.28, -123.12, 'Vancouver', '604')
const MONTREAL = ca('Montréal', 'QC', 45.5, -73.57, 'Toronto', '514')
const CALGARY = ca('Calgary', 'AB', 51.05, -114.07, 'Edmonton', '403')
const HALIFAX = ca('Halifax', 'NS', 44.65, -63.58, 'Halifax', '902')
const ST_JOHNS = ca('St. John’s', 'NL', 47.56, -52.71, 'St_Johns', '709')
const REGINA = ca('Regina', 'SK', 50.45, -104.62, 'Regina', '306')

type Row = [town: Town, name: string, street: string, zip: string]

const ROWS: Row[] = [
  [SEATTLE, 'Harbor Dental Downtown', '1201 4th Ave Suite 300', '98101'],
  [SEATTLE, 'Harbor Dental Ballard', '5400 Ballard Ave NW', '98107'],
  [SEATTLE, 'Harbor Dental Capitol Hill', '1525 Broadway', '98122'],
  [SEATTLE, 'Pike Street Auto Repair', '812 Pike St', '98101'],
  [SEATTLE, 'Fremont Bicycle Works', '3501 Fremont Ave N', '98103'],
  [PORTLAND, 'Rose City Plumbing', '2310 SE Division St', '97202'],
  [PORTLAND, 'Hawthorne Family Dentistry', '3622 SE Hawthorne Blvd', '97214'],
  [SAN_FRANCISCO, 'Mission Hair Studio', '2291 Mission St', '94110'],
  [SAN_FRANCISCO, 'Sunset Veterinary Clinic', '1900 Irving St', '94122'],
  [LOS_ANGELES, 'Echo Park Auto Glass', '1411 W Sunset Blvd', '90026'],
  [LOS_ANGELES, 'Larchmont Orthodontics', '321 N Larchmont Blvd', '90004'],
  [SAN_DIEGO, 'Pacific Beach Surf & Paddle', '4150 Mission Blvd', '92109'],
  [PHOENIX, 'Camelback Air Conditioning', '2020 E Camelback Rd', '85016'],
  [PHOENIX, 'Roosevelt Row Tattoo', '215 E Roosevelt St', '85004'],
  [DENVER, 'Front Range Physical Therapy', '1600 Wynkoop St', '80202'],
  [DENVER, 'Colfax Tire & Brake', '3215 E Colfax Ave', '80206'],
  [BOISE, 'Treasure Valley Eye Care', '702 W Idaho St', '83702'],
  [AUSTIN, 'South Congress Salon', '1603 S Congress Ave', '78704'],
  [AUSTIN, 'Barton Springs Chiropractic', '2103 Barton Springs Rd', '78704'],
  [HOUSTON, 'Montrose Pet Hospital', '1217 Westheimer Rd', '77006'],
  [CHICAGO, 'Wicker Park Dental', '1542 N Milwaukee Ave', '60622'],
  [CHICAGO, 'Corner Garage', '2450 W Fullerton Ave', '60647'],
  [NASHVILLE, 'Music Row Guitar Repair', '1808 Division St', '37203'],
  [MINNEAPOLIS, 'North Loop Yoga', '212 N 2nd St', '55401'],
  [ATLANTA, 'Peachtree Family Medicine', '1100 Peachtree St NE', '30309'],
  [ATLANTA, 'Virginia Highland Florist', '1034 N Highland Ave NE', '30306'],
  [MIAMI, 'Little Havana Pharmacy', '1501 SW 8th St', '33135'],
  [NEW_YORK, 'Chelsea Optical', '245 8th Ave', '10011'],
  [NEW_YORK, 'Madison Avenue Dermatology', '654 Madison Ave', '10065'],
  [BROOKLYN, 'Bedford Barber Shop', '287 Bedford Ave', '11211'],
  [BROOKLYN, 'Park Slope Pediatrics', '412 7th Ave', '11215'],
  [BOSTON, 'Beacon Hill Dry Cleaners', '88 Charles St', '02114'],
  [DETROIT, 'Corktown Collision', '1701 Michigan Ave', '48216'],
  [INDIANAPOLIS, 'Fountain Square Bakery', '1043 Virginia Ave', '46203'],
  [HONOLULU, 'Kaimuki Dental Group', '3569 Waialae Ave', '96816'],
  [ANCHORAGE, 'Denali Outfitters', '524 W 4th Ave', '99501'],
  [TORONTO, 'Queen West Optometry', '820 Queen St W', 'M6J 1G3'],
  [TORONTO, 'Danforth Physiotherapy', '445 Danforth Ave', 'M4K 1P1'],
  [VANCOUVER, 'Kitsilano Dental Centre', '2025 W 4th Ave', 'V6J 1M7'],
  [VANCOUVER, 'Main Street Cycles', '4390 Main St', 'V5V 3P9'],
  [MONTREAL, 'Clinique dentaire du Plateau', '4521 Rue Saint-Denis', 'H2J 2L4'],
  [CALGARY, 'Inglewood Auto Service', '1212 9 Ave SE', 'T2G 0S9'],
  [HALIFAX, 'Harbourfront Massage', '1505 Lower Water St', 'B3J 1S3'],
  [ST_JOHNS, 'Signal Hill Veterinary', '15 Temperance St', 'A1C 3J2'],
  [REGINA, 'Wascana Family Dental', '2100 Broad St', 'S4P 1Y5'],
]

const letters = (text: string) => text.normalize('NFD').replace(/[^\w]/g, '')

/** Fictional businesses with real cities, streets and time zones. */
export const PLACES: readonly Place[] = ROWS.map(([town, name, street, zip], i) => ({
  ...town,
  id: `ChIJ${letters(name)}${letters(zip)}`,
  name,
  street,
  zip,
  phone: `(${town.area}) 555-${String(120 + i).padStart(4, '0')}`,
  // Not every business has a website.
  website: i % 7 === 6 ? null : `https://www.${letters(name).toLowerCase()}.example/`,
}))

export const addressOf = ({ street, city, region, zip, country }: Place): string =>
  `${street}, ${city}, ${region} ${zip}, ${country}`

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim()

/** Prefix search: every typed word must begin a word of the name or address. */
export function searchPlaces(input: string, limit: number): Place[] {
  const terms = normalize(input).split(' ')
  return PLACES.filter((place) => {
    const words = normalize(`${place.name} ${addressOf(place)}`).split(' ')
    return terms.every((term) => words.some((word) => word.startsWith(term)))
  }).slice(0, limit)
}
