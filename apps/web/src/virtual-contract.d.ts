declare module 'virtual:contract' {
  export const contract: typeof import('@frontdesk/contract/api').contract
}
