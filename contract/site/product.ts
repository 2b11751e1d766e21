/**
 * The name of this software, and of a site whose operator has not named it. Only this module may contain it, so that a
 * site with another name shows that name everywhere.
 */
export const PRODUCT = 'Nameplate';
