export interface RateCenter {
  city: string
  state: string
  zip: string
  latitude: number
  longitude: number
  lata: string
}

const rateCenter = (
  city: string,
  state: string,
  zip: string,
  latitude: number,
  longitude: number,
  lata: string,
): RateCenter => ({
  city,
  state,
  zip,
  latitude,
  longitude,
  lata,
})

/** Rate centers of common area codes. Other numbers have none, as happens with the real carrier. */
export const RATE_CENTERS: Record<string, RateCenter> = {
  '202': rateCenter('Washington', 'DC', '20001', 38.91, -77.02, '236'),
  '206': rateCenter('Seattle', 'WA', '98101', 47.61, -122.33, '674'),
  '207': rateCenter('Portland', 'ME', '04101', 43.66, -70.26, '120'),
  '212': rateCenter('New York', 'NY', '10001', 40.75, -73.99, '132'),
  '213': rateCenter('Los Angeles', 'CA', '90012', 34.05, -118.24, '730'),
  '214': rateCenter('Dallas', 'TX', '75201', 32.78, -96.8, '552'),
  '215': rateCenter('Philadelphia', 'PA', '19102', 39.95, -75.17, '228'),
  '216': rateCenter('Cleveland', 'OH', '44113', 41.5, -81.69, '320'),
  '303': rateCenter('Denver', 'CO', '80202', 39.74, -104.99, '656'),
  '305': rateCenter('Miami', 'FL', '33130', 25.77, -80.19, '460'),
  '312': rateCenter('Chicago', 'IL', '60601', 41.88, -87.63, '358'),
  '313': rateCenter('Detroit', 'MI', '48226', 42.33, -83.05, '340'),
  '404': rateCenter('Atlanta', 'GA', '30303', 33.75, -84.39, '438'),
  '408': rateCenter('San Jose', 'CA', '95113', 37.34, -121.89, '722'),
  '415': rateCenter('San Francisco', 'CA', '94103', 37.77, -122.42, '722'),
  '503': rateCenter('Portland', 'OR', '97204', 45.52, -122.68, '672'),
  '512': rateCenter('Austin', 'TX', '78701', 30.27, -97.74, '558'),
  '602': rateCenter('Phoenix', 'AZ', '85004', 33.45, -112.07, '666'),
  '612': rateCenter('Minneapolis', 'MN', '55401', 44.98, -93.27, '628'),
  '615': rateCenter('Nashville', 'TN', '37201', 36.16, -86.78, '470'),
  '617': rateCenter('Boston', 'MA', '02108', 42.36, -71.06, '128'),
  '619': rateCenter('San Diego', 'CA', '92101', 32.72, -117.16, '732'),
  '702': rateCenter('Las Vegas', 'NV', '89101', 36.17, -115.14, '721'),
  '704': rateCenter('Charlotte', 'NC', '28202', 35.23, -80.84, '422'),
  '713': rateCenter('Houston', 'TX', '77002', 29.76, -95.37, '560'),
  '801': rateCenter('Salt Lake City', 'UT', '84101', 40.76, -111.89, '660'),
  '808': rateCenter('Honolulu', 'HI', '96813', 21.31, -157.86, '834'),
  '813': rateCenter('Tampa', 'FL', '33602', 27.95, -82.46, '952'),
  '919': rateCenter('Raleigh', 'NC', '27601', 35.78, -78.64, '426'),
}

export const rateCenterOf = (e164: string): RateCenter | undefined =>
  e164.startsWith('+1') ? RATE_CENTERS[e164.slice(2, 5)] : undefined
