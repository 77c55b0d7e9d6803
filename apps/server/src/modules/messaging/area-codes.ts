/**
 * Time zones of North American area codes (https://www.nanpa.com/area-codes). An area code in several zones lists all
 * of them, the most populous first.
 */
const AREA_CODES_BY_ZONE: Record<string, string> = {
  'America/New_York':
    '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 436 440 443 445 463 465 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614 616 617 624 631 640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984 989',
  'America/Chicago':
    '205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346 353 361 402 405 409 414 417 430 432 447 457 464 469 471 479 483 501 504 507 512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 621 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817 830 832 847 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956 972 975 979 985',
  'America/Denver': '303 307 385 406 435 505 575 719 720 748 801 915 970 983',
  'America/Los_Angeles':
    '206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951 971',
  'America/Phoenix': '480 520 602 623',
  // The Navajo Nation observes daylight saving time.
  'America/Phoenix America/Denver': '928',
  'America/New_York America/Chicago': '423 448 574 850 906 930 812',
  'America/Chicago America/New_York': '219 270 364 606 729',
  'America/Chicago America/Denver': '308 605 620 701 785',
  'America/Boise America/Los_Angeles': '208 986',
  'America/Los_Angeles America/Boise': '458 541',
  'America/Los_Angeles America/Denver': '775',
  'America/Anchorage America/Adak': '907',
  'Pacific/Honolulu': '808',
  'America/Puerto_Rico': '787 939',
  'America/St_Thomas': '340',
  'Pacific/Guam': '671',
  'Pacific/Saipan': '670',
  'Pacific/Pago_Pago': '684',
  'America/Toronto':
    '226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873 905 942',
  // The Magdalen Islands and the Lower North Shore are on Atlantic time.
  'America/Toronto America/Halifax': '367 418 581',
  'America/Toronto America/Winnipeg': '807',
  'America/Winnipeg': '204 431 584',
  // Lloydminster is on the time of Alberta.
  'America/Regina America/Edmonton': '306 474 639',
  'America/Edmonton': '368 403 587 780 825',
  'America/Vancouver': '604',
  'America/Vancouver America/Edmonton': '236 250 257 672 778',
  'America/Halifax': '428 506 782 902',
  // Most of Labrador is on Atlantic time:
  // https://www.ancnl.ca/newcomers-guide/provincial-guide/section-3/time-and-time-zones/
  'America/St_Johns America/Goose_Bay': '709 879',
  'America/Edmonton America/Vancouver America/Winnipeg America/Toronto': '867',
}

/** Area codes of states whose law is stricter than the federal one. */
const AREA_CODES_BY_STATE: Record<string, string> = {
  AL: '205 251 256 334 483 659 938',
  CT: '203 475 860 959',
  FL: '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954',
  KY: '270 364 502 606 859',
  LA: '225 318 337 457 504 985',
  MA: '339 351 413 508 617 774 781 857 978',
  MD: '227 240 301 410 443 667',
  MI: '231 248 269 313 517 586 616 679 734 810 906 947 989',
  MN: '218 320 507 612 651 763 924 952',
  MS: '228 471 601 662 769',
  NJ: '201 551 609 640 732 848 856 862 908 973',
  NM: '505 575',
  NV: '702 725 775',
  OK: '405 539 572 580 918',
  OR: '458 503 541 971',
  PA: '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
  RI: '401',
  SD: '605',
  TX: '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979',
  UT: '385 435 801',
  WA: '206 253 360 425 509 564',
}

const byCode = (table: Record<string, string>) =>
  new Map(Object.entries(table).flatMap(([value, codes]) => codes.split(' ').map((code) => [code, value] as const)))

const ZONE_OF = byCode(AREA_CODES_BY_ZONE)
const STATE_OF = byCode(AREA_CODES_BY_STATE)

const areaCode = (e164: string): string => (/^\+1(\d{3})\d{7}$/.exec(e164) ?? [])[1] ?? ''

const CANADIAN_ZONES = [
  'America/Toronto',
  'America/Winnipeg',
  'America/Regina',
  'America/Edmonton',
  'America/Vancouver',
  'America/Halifax',
  'America/St_Johns',
]

/** Zones of the country from east to west, for a number that may be anywhere in it. */
const ZONES_OF_COUNTRY = {
  US: [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
  ],
  CA: [
    'America/St_Johns',
    'America/Halifax',
    'America/Toronto',
    'America/Winnipeg',
    'America/Edmonton',
    'America/Vancouver',
  ],
}
export type Country = keyof typeof ZONES_OF_COUNTRY

export const isNorthAmerican = (e164: string): boolean => /^\+1\d{10}$/.test(e164)

/** Country of the number's area code; null for toll-free and foreign numbers. */
export function countryOfNumber(e164: string): Country | null {
  const [zone] = zonesOfNumber(e164)
  if (zone === undefined) return null
  return CANADIAN_ZONES.includes(zone) ? 'CA' : 'US'
}

export const zonesOfCountry = (country: Country): string[] => ZONES_OF_COUNTRY[country]

/** Time zones a number may be in; empty for toll-free and foreign numbers. */
export const zonesOfNumber = (e164: string): string[] => ZONE_OF.get(areaCode(e164))?.split(' ') ?? []

/** Area codes of states with a law of their own, whose hours apply only if their zones are listed too. */
export const STRICT_AREA_CODES = [...STATE_OF.keys()]

/** State of the number, if its law is stricter than the federal one. */
export const strictStateOf = (e164: string): string | null => STATE_OF.get(areaCode(e164)) ?? null
