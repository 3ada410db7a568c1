/** A picture for products that have none: the provider's icon name where it is one of a small set, else a parcel. */
import {
  Building2,
  Cloud,
  Cpu,
  Database,
  Gauge,
  Globe,
  House,
  KeyRound,
  Layers,
  Lock,
  Mail,
  MapPin,
  Network,
  Package,
  RadioTower,
  Rocket,
  Router,
  Server,
  Shield,
  ShoppingBag,
  Smartphone,
  Star,
  Users,
  Wifi,
  Zap
} from '@lucide/vue'
import type { Component } from 'vue'

const ICONS: Record<string, Component> = {
  antenna: RadioTower,
  bolt: Zap,
  building: Building2,
  cart: ShoppingBag,
  chip: Cpu,
  cloud: Cloud,
  cpu: Cpu,
  database: Database,
  datacenter: Server,
  earth: Globe,
  flash: Zap,
  gauge: Gauge,
  globe: Globe,
  home: House,
  house: House,
  isp: Router,
  key: KeyRound,
  layers: Layers,
  lock: Lock,
  mail: Mail,
  map: MapPin,
  mobile: Smartphone,
  network: Network,
  phone: Smartphone,
  pin: MapPin,
  residential: House,
  rocket: Rocket,
  router: Router,
  server: Server,
  shield: Shield,
  signal: RadioTower,
  sim: Smartphone,
  smartphone: Smartphone,
  speed: Gauge,
  star: Star,
  tower: RadioTower,
  users: Users,
  wifi: Wifi,
  world: Globe,
  zap: Zap
}

/** @param name the product's icon name, such as "smartphone" or "fa-globe-europe" */
export function productIcon(name: string | null): Component {
  for (const word of (name ?? '').toLowerCase().split('-')) {
    const icon = Object.hasOwn(ICONS, word) ? ICONS[word] : undefined
    if (icon) return icon
  }
  return Package
}
