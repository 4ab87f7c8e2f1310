export { HomeNotices } from './home-notices.tsx'
